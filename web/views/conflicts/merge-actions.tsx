import { callTool } from "../../api/request.js";
import { go } from "../../app/router.js";
import { deferRemoval, isPendingRemoval } from "../../components/defer-removal.js";
import { formatCount } from "../../components/numbers.js";
import { notify } from "../../components/toasts.js";
import type { MergeStatus } from "./conflicts-view.js";

/** Commits the merge, or aborts it. */
export function MergeActions({ status: { report, folder } }: { readonly status: MergeStatus }) {
  const unresolved = report?.unresolved ?? 0;
  const isEnding = isPendingRemoval(folder);
  const finalize = () =>
    endMerge(
      folder,
      { text: `Committing the merge of ${formatCount(report?.total ?? 0, "file")}`, done: "Merge finished" },
      async () => {
        const { status, commit, note } = await callTool<FinalizeResult>("context_merge_finalize", {}, folder);
        notify(status === "merged" ? `Merged${commit ? ` as ${commit}` : ""}.` : (note ?? `The merge is ${status}.`));
      },
    );
  const abort = () =>
    endMerge(folder, { text: "Aborting the merge", done: "Merge aborted. The next pull finds it again." }, () =>
      callTool("context_merge_abort", {}, folder),
    );
  return (
    <>
      <button type="button" class="button danger" disabled={isEnding} onClick={abort}>
        Abort
      </button>
      <button
        type="button"
        class="button primary"
        disabled={unresolved > 0 || isEnding}
        title={unresolved > 0 ? "Resolve every file first" : "Commits the merge"}
        onClick={finalize}
      >
        {unresolved > 0 ? `${unresolved} to resolve` : "Finalize"}
      </button>
    </>
  );
}

interface FinalizeResult {
  readonly status: string;
  readonly commit?: string;
  readonly note?: string;
}

/** A commit in a shared repository cannot be undone, so it is made only when the time to cancel is over. */
const endMerge = (folder: string, texts: { text: string; done: string }, act: () => Promise<unknown>): void =>
  deferRemoval([folder], texts, async () => {
    await act();
    if (location.hash.startsWith("#/conflicts")) go(["conflicts"], { folder });
  });
