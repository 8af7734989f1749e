import { isObject } from "../../base/json.js";
import type { Files } from "../../engine/files.js";
import { inStore, storeFolder, storePath } from "./context-layout.js";
import { asFlag, asOneOf, asText, asTexts, jsonRecord, jsonText, readJsonFile } from "./json-file.js";

const readConflict = jsonRecord({
  /** From the project's folder. */
  file_path: asText,
  ours_content: asText,
  theirs_content: asText,
  base_content: asText,
  resolved: asFlag,
  resolution: asText,
  /** The side that deleted the file, if any. An empty resolution then means that it stays deleted. */
  deleted_by: asOneOf("", "ours", "theirs"),
});

/** A file with conflicting changes. */
export type PendingConflict = ReturnType<typeof readConflict>;

const readReport = jsonRecord({
  conflict_id: asText,
  auto_resolved: asTexts,
  conflicts: (value): readonly PendingConflict[] =>
    // A path outside the store was not written by us.
    Array.isArray(value) ? value.filter(isObject).map(readConflict).filter(isInStore) : [],
});

export type PendingReport = ReturnType<typeof readReport>;

export function openPendingStore(files: Files, root: string) {
  const path = storePath(root, inStore.pending);
  return {
    async read(): Promise<PendingReport | undefined> {
      const read = await readJsonFile(files, path);
      return read.kind === "object" && Array.isArray(read.value.conflicts) ? readReport(read.value) : undefined;
    },
    // As bytes, which are not redacted: a resolution must match both sides.
    write: (report: PendingReport): Promise<void> => files.write(path, Buffer.from(jsonText(report))),
    clear: (): Promise<void> => files.remove(path),
  };
}

const isInStore = ({ file_path }: PendingConflict) =>
  file_path.startsWith(`${storeFolder}/`) && !file_path.split("/").includes("..");
