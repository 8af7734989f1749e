import { signal } from "@preact/signals";
import { post } from "../../api/ask.js";
import { offerUndo } from "../../components/toasts.js";

/** Sessions that are about to be forgotten, or have been while the page was open. */
const forgotten = signal<ReadonlySet<string>>(new Set());

export const isForgotten = (id: string): boolean => forgotten.value.has(id);

/** Hides the session, and forgets it for good once there was time to take that back. */
export function forgetSession(id: string): void {
  forgotten.value = new Set([...forgotten.value, id]);
  offerUndo({
    text: "Session forgotten, with all that was drawn from it.",
    act: () => post(`/api/sessions/${encodeURIComponent(id)}/forget`),
    restore: () => {
      forgotten.value = new Set([...forgotten.value].filter((one) => one !== id));
    },
  });
}
