import { signal } from "@preact/signals";
import { callTool } from "../../api/ask.js";
import { changes } from "../../api/live.js";
import { go } from "../../app/router.js";
import { counted } from "../../components/numbers.js";
import { notify, offerUndo } from "../../components/toasts.js";
import type { MergeStatus } from "./conflicts-view.js";

/** Folders whose merge is about to end, until the time to take that back is over. */
const ending = signal<ReadonlySet<string>>(new Set());

/** Ends the merge: with what was chosen, or as if it had not begun. */
export function MergeActions({ status: { report, folder } }: { readonly status: MergeStatus }) {
  const open = report?.unresolved ?? 0;
  const isEnding = ending.value.has(folder);
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
function end(folder: string, text: string, act: () => Promise<unknown>): void {
  ending.value = new Set([...ending.value, folder]);
  const restore = () => {
    ending.value = new Set([...ending.value].filter((one) => one !== folder));
  };
  offerUndo({
    text,
    restore,
    act: async () => {
      await act();
      restore();
      changes.value++;
      if (location.hash.startsWith("#/conflicts")) go(["conflicts"], { folder });
    },
  });
}
