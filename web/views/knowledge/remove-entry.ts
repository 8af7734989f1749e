import { changes } from "../../api/live.js";
import { callTool } from "../../api/request.js";
import { go } from "../../app/router.js";
import { offerUndo } from "../../components/toasts.js";
import type { Kind } from "./kinds.js";

/** Removes an entry when the time to undo is over. */
export function removeEntry(kind: Exclude<Kind, "decisions">, key: string, folder: string): void {
  go(["knowledge", kind], { folder });
  offerUndo({
    text: `Removing ${key}`,
    done: `${key} removed`,
    restore: () => go(["knowledge", kind, key], { folder }),
    act: async () => {
      await remove(kind, key, folder);
      changes.value++;
    },
  });
}

export const remove = (kind: Exclude<Kind, "decisions">, key: string, folder: string) => {
  if (kind === "skills") return callTool("context_remove_skill", { name: key }, folder);
  return callTool(kind === "knowledge" ? "context_remove_knowledge" : "context_rm_convention", { key }, folder);
};
