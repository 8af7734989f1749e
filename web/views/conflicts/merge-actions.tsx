import { callTool } from "../../api/ask.js";
import { changes } from "../../api/live.js";
import { go } from "../../app/router.js";
import { notify, offerUndo } from "../../components/toasts.js";
import type { MergeStatus } from "./conflicts-view.js";

/** Ends the merge: with what was chosen, or as if it had not begun. */
export function MergeActions({ status: { report, folder } }: { readonly status: MergeStatus }) {
  const open = report?.unresolved ?? 0;
  const finalize = () =>
    callTool<{ status: string; commit?: string; note?: string; message?: string }>(
      "context_merge_finalize",
      {},
      folder,
    ).then(
      ({ status, commit, note }) => {
        changes.value++;
        go(["conflicts"], { folder });
        notify(status === "merged" ? `Merged as ${commit ?? "it was"}` : (note ?? `The merge is ${status}.`));
      },
      (error: Error) => notify(error.message, "failure"),
    );
  const abort = () =>
    offerUndo({
      text: "Merge put aside; the next pull finds it again",
      restore: () => {},
      act: async () => {
        await callTool("context_merge_abort", {}, folder);
        changes.value++;
        go(["conflicts"], { folder });
      },
    });
  return (
    <>
      <button type="button" class="button danger" onClick={abort}>
        Abort
      </button>
      <button
        type="button"
        class="button primary"
        disabled={open > 0}
        title={open > 0 ? "Resolve every file first" : "Commits the merge"}
        onClick={finalize}
      >
        {open > 0 ? `${open} to resolve` : "Finalize"}
      </button>
    </>
  );
}
