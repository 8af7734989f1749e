import type { Files } from "../../engine/files.js";
import { inStore, storePath } from "./context-layout.js";
import { asObject, asText, asTexts, jsonRecord, jsonText, readJsonOr } from "./json-file.js";

const readState = jsonRecord({
  current_task: asText,
  blockers: asTexts,
  progress: asObject,
  last_agent: asText,
  last_machine: asText,
  updated_at: asText,
});

/** What is being worked on here. Never shared. */
export type ActiveState = ReturnType<typeof readState>;

export function openStateStore(files: Files, root: string) {
  const path = storePath(root, inStore.state);
  return {
    read: async (): Promise<ActiveState> => readState(await readJsonOr(files, path)),
    write: (state: ActiveState): Promise<void> => files.write(path, jsonText(state)),
    clear: (): Promise<void> => files.remove(path),
  };
}
