import { isObject, type JsonObject } from "../../base/json.js";
import type { Files } from "../../engine/files.js";
import { inStore, schemaVersion, storePath } from "./context-layout.js";
import { jsonText, readJsonFile, textIn, textsIn } from "./json-file.js";

export interface Manifest {
  readonly schema_version: string;
  readonly project: { readonly name: string; readonly id: string; readonly repo_url: string };
  readonly adapters: Readonly<Record<string, unknown>>;
  readonly team: { readonly members: readonly unknown[] };
  readonly languages: readonly string[];
  readonly build_systems: readonly string[];
  readonly created_at: string;
  readonly updated_at: string;
}

export function openManifestStore(files: Files, root: string) {
  const path = storePath(root, inStore.manifest);
  return {
    /** Undefined before the store is created; a damaged manifest is read as an empty one. */
    async read(): Promise<Manifest | undefined> {
      const read = await readJsonFile(files, path);
      if (read.kind === "absent") return undefined;
      return readManifest(read.kind === "object" ? read.value : {});
    },
    write: (manifest: Manifest): Promise<void> => files.write(path, jsonText(manifest)),
  };
}

function readManifest(record: JsonObject): Manifest {
  const project = isObject(record.project) ? record.project : {};
  const team = isObject(record.team) ? record.team : {};
  return {
    ...record,
    schema_version: textIn(record, "schema_version") || schemaVersion,
    project: {
      ...project,
      name: textIn(project, "name"),
      id: textIn(project, "id"),
      repo_url: textIn(project, "repo_url"),
    },
    adapters: isObject(record.adapters) ? record.adapters : {},
    team: { ...team, members: Array.isArray(team.members) ? team.members : [] },
    languages: textsIn(record, "languages"),
    build_systems: textsIn(record, "build_systems"),
    created_at: textIn(record, "created_at"),
    updated_at: textIn(record, "updated_at"),
  };
}
