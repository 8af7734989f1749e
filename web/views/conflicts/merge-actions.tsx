import { callTool } from "../../api/request.js";
import { go } from "../../app/router.js";
import { deferRemoval, isPendingRemoval } from "../../components/defer-removal.js";
import { counted } from "../../components/numbers.js";
import { notify } from "../../components/toasts.js";
import type { MergeStatus } from "./conflicts-view.js";

/** Commits the merge, or aborts it. */
export function MergeActions({ status: { report, folder } }: { readonly status: MergeStatus }) {
  const open = report?.unresolved ?? 0;
  const isEnding = isPendingRemoval(folder);
  const finalize = () =>
    end(
      folder,
      { text: `Committing the merge of ${counted(report?.total ?? 0, "file")}`, done: "Merge finished" },
      async () => {
        const { status, commit, note } = await callTool<Ended>("context_merge_finalize", {}, folder);
        notify(status === "merged" ? `Merged${commit ? ` as ${commit}` : ""}.` : (note ?? `The merge is ${status}.`));
      },
    );
  const abort = () =>
    end(folder, { text: "Aborting the merge", done: "Merge aborted. The next pull finds it again." }, () =>
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

/** A commit in a shared repository cannot be undone, so it is made only when the time to cancel is over. */
const end = (folder: string, texts: { text: string; done: string }, act: () => Promise<unknown>): void =>
  deferRemoval([folder], texts, async () => {
    await act();
    if (location.hash.startsWith("#/conflicts")) go(["conflicts"], { folder });
  });
