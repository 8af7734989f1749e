import { signal } from "@preact/signals";
import { changes } from "../api/live.js";
import { offerUndo } from "./toasts.js";

/** Ids of items whose removal can still be undone. */
const pendingIds = signal<ReadonlySet<string>>(new Set());

/** Lists reload within this time after a removal. */
const refreshMs = 3000;

export const isPendingRemoval = (id: string): boolean => pendingIds.value.has(id);

/** The same action before and after it is carried out. */
interface RemovalTexts {
  readonly text: string;
  readonly done: string;
}

/** Hides items at once, and carries out the irreversible `act` when the time to undo it is over. */
export function deferRemoval(ids: readonly string[], texts: RemovalTexts, act: () => Promise<unknown>): void {
  pendingIds.value = new Set([...pendingIds.value, ...ids]);
  const restore = () => {
    pendingIds.value = new Set([...pendingIds.value].filter((id) => !ids.includes(id)));
  };
  offerUndo({
    ...texts,
    restore,
    act: async () => {
      await act();
      changes.value++;
      setTimeout(restore, refreshMs);
    },
  });
}
