import { signal } from "@preact/signals";
import { changes } from "../api/live.js";
import { offerUndo } from "./toasts.js";

/** What is about to be gone or to end, by its id. */
const leaving = signal<ReadonlySet<string>>(new Set());

/** Lists that still show what has gone are asked anew within this time. */
const refreshMs = 3000;

export const isLeaving = (id: string): boolean => leaving.value.has(id);

/** Takes things out of sight, and does what cannot be undone once the time to take it back is over. */
export function leaveForGood(ids: readonly string[], text: string, act: () => Promise<unknown>): void {
  leaving.value = new Set([...leaving.value, ...ids]);
  const restore = () => {
    leaving.value = new Set([...leaving.value].filter((id) => !ids.includes(id)));
  };
  offerUndo({
    text,
    restore,
    act: async () => {
      await act();
      changes.value++;
      setTimeout(restore, refreshMs);
    },
  });
}
