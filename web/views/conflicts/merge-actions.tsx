import { callTool } from "../../api/ask.js";
import { go } from "../../app/router.js";
import { isLeaving, leaveForGood } from "../../components/leave-for-good.js";
import { counted } from "../../components/numbers.js";
import { notify } from "../../components/toasts.js";
import type { MergeStatus } from "./conflicts-view.js";

/** Ends the merge: with what was chosen, or as if it had not begun. */
export function MergeActions({ status: { report, folder } }: { readonly status: MergeStatus }) {
  const open = report?.unresolved ?? 0;
  const isEnding = isLeaving(folder);
  const finalize = () =>
    end(folder, `The merge of ${counted(report?.total ?? 0, "file")} is committed`, async () => {
      const { status, commit, note } = await callTool<Ended>("context_merge_finalize", {}, folder);
      notify(status === "merged" ? `Merged as ${commit ?? "it was"}` : (note ?? `The merge is ${status}.`));
    });
  const abort = () =>
    end(folder, "Merge put aside; the next pull finds it again", () => callTool("context_merge_abort", {}, folder));
  return (
    <>
      <button type="button" class="button danger" disabled={isEnding} onClick={abort}>
        Abort
      </button>
      <button
        type="button"
        class="button primary"
        disabled={open > 0 || isEnding}
        title={open > 0 ? "Resolve every file first" : "Commits the merge"}
        onClick={finalize}
      >
        {open > 0 ? `${open} to resolve` : "Finalize"}
      </button>
    </>
  );
}

interface Ended {
  readonly status: string;
  readonly commit?: string;
  readonly note?: string;
}

/** A commit in a shared repository is not taken back: nothing is done until the time to say no is over. */
const end = (folder: string, text: string, act: () => Promise<unknown>): void =>
  leaveForGood([folder], text, async () => {
    await act();
    if (location.hash.startsWith("#/conflicts")) go(["conflicts"], { folder });
  });
