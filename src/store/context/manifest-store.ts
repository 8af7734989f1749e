import type { Files } from "../../engine/files.js";
import { inStore, schemaVersion, storePath } from "./context-layout.js";
import { asObject, asText, asTexts, jsonRecord, jsonText, readJsonFile } from "./json-file.js";

const readProject = jsonRecord({ name: asText, id: asText, repo_url: asText });
const readTeam = jsonRecord({ members: (value): readonly unknown[] => (Array.isArray(value) ? value : []) });
const readFields = jsonRecord({
  schema_version: (value) => asText(value) || schemaVersion,
  project: (value) => ({ ...asObject(value), ...readProject(value) }),
  adapters: asObject,
  team: (value) => ({ ...asObject(value), ...readTeam(value) }),
  languages: asTexts,
  build_systems: asTexts,
  created_at: asText,
  updated_at: asText,
});

export type Manifest = ReturnType<typeof readFields>;

export function openManifestStore(files: Files, root: string) {
  const path = storePath(root, inStore.manifest);
  return {
    /** Undefined before the store is created; a damaged manifest is read as an empty one. Fields of others stay. */
    async read(): Promise<Manifest | undefined> {
      const read = await readJsonFile(files, path);
      if (read.kind === "absent") return undefined;
      const record = read.kind === "object" ? read.value : {};
      return { ...record, ...readFields(record) };
    },
    write: (manifest: Manifest): Promise<void> => files.write(path, jsonText(manifest)),
  };
}
