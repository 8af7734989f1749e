import { signal } from "@preact/signals";
import { changes } from "../../api/live.js";
import { offerUndo } from "../../components/toasts.js";

/** Those that are about to be forgotten or merged away: gone from sight, until the time to take it back is over. */
export const leaving = signal<ReadonlySet<string>>(new Set());

/** Takes memories out of sight, and does what cannot be undone once the time to take it back is over. */
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
      restore();
      changes.value++;
    },
  });
}
