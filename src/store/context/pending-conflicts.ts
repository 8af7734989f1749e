import { isObject } from "../../base/json.js";
import type { Files } from "../../engine/files.js";
import { inStore, storeFolder, storePath } from "./context-layout.js";
import { jsonText, readJsonFile, textIn, textsIn } from "./json-file.js";

/** A file with conflicting changes. */
export interface PendingConflict {
  /** From the project's folder. */
  readonly file_path: string;
  readonly ours_content: string;
  readonly theirs_content: string;
  readonly base_content: string;
  readonly resolved: boolean;
  readonly resolution: string;
  /** The side that deleted the file, if any. An empty resolution then means that it stays deleted. */
  readonly deleted_by: "" | "ours" | "theirs";
}

export interface PendingReport {
  readonly conflict_id: string;
  readonly auto_resolved: readonly string[];
  readonly conflicts: readonly PendingConflict[];
}

export function openPendingStore(files: Files, root: string) {
  const path = storePath(root, inStore.pending);
  return {
    async read(): Promise<PendingReport | undefined> {
      const read = await readJsonFile(files, path);
      if (read.kind !== "object" || !Array.isArray(read.value.conflicts)) return undefined;
      return {
        conflict_id: textIn(read.value, "conflict_id"),
        auto_resolved: textsIn(read.value, "auto_resolved"),
        // A path outside the store was not written by us.
        conflicts: read.value.conflicts.filter(isObject).map(readConflict).filter(isInStore),
      };
    },
    // As bytes, which are not redacted: a resolution must match both sides.
    write: (report: PendingReport): Promise<void> => files.write(path, Buffer.from(jsonText(report))),
    clear: (): Promise<void> => files.remove(path),
  };
}

const isInStore = ({ file_path }: PendingConflict) =>
  file_path.startsWith(`${storeFolder}/`) && !file_path.split("/").includes("..");

const readConflict = (record: Record<string, unknown>): PendingConflict => ({
  file_path: textIn(record, "file_path"),
  ours_content: textIn(record, "ours_content"),
  theirs_content: textIn(record, "theirs_content"),
  base_content: textIn(record, "base_content"),
  resolved: record.resolved === true,
  resolution: textIn(record, "resolution"),
  deleted_by: record.deleted_by === "ours" || record.deleted_by === "theirs" ? record.deleted_by : "",
});
