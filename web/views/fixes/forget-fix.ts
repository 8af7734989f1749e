import { signal } from "@preact/signals";
import { post } from "../../api/ask.js";
import { changes } from "../../api/live.js";
import { go } from "../../app/router.js";
import { offerUndo } from "../../components/toasts.js";

/** Fixes on their way out, until the time to take it back is over. */
export const leavingFixes = signal<ReadonlySet<string>>(new Set());

export function forgetFix(id: string): void {
  leavingFixes.value = new Set([...leavingFixes.value, id]);
  go(["fixes"]);
  const restore = () => {
    leavingFixes.value = new Set([...leavingFixes.value].filter((one) => one !== id));
  };
  offerUndo({
    text: "Fix forgotten",
    restore,
    act: async () => {
      await post(`/api/remediations/${encodeURIComponent(id)}/forget`);
      restore();
      changes.value++;
    },
  });
}
