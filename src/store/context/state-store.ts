import { isObject } from "../../base/json.js";
import type { Files } from "../../engine/files.js";
import { inStore, storePath } from "./context-layout.js";
import { jsonText, readJsonOr, textIn, textsIn } from "./json-file.js";

/** What is being worked on here. Never shared. */
export interface ActiveState {
  readonly current_task: string;
  readonly blockers: readonly string[];
  readonly progress: Readonly<Record<string, unknown>>;
  readonly last_agent: string;
  readonly last_machine: string;
  readonly updated_at: string;
}

export function openStateStore(files: Files, root: string) {
  const path = storePath(root, inStore.state);
  return {
    async read(): Promise<ActiveState> {
      const record = await readJsonOr(files, path);
      return {
        current_task: textIn(record, "current_task"),
        blockers: textsIn(record, "blockers"),
        progress: isObject(record.progress) ? record.progress : {},
        last_agent: textIn(record, "last_agent"),
        last_machine: textIn(record, "last_machine"),
        updated_at: textIn(record, "updated_at"),
      };
    },
    write: (state: ActiveState): Promise<void> => files.write(path, jsonText(state)),
    clear: (): Promise<void> => files.remove(path),
  };
}
