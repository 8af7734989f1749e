/** A version of a file that was discarded in a merge. Missing text is null. */
export interface OverruledText {
  /** The merge that decided it. */
  readonly merge: string;
  readonly at: string;
  /** From the project's folder. */
  readonly file_path: string;
  readonly kept: "ours" | "theirs";
  readonly kept_content: string | null;
  readonly lost_content: string | null;
  /** True once the decision was pushed. */
  readonly is_pushed: boolean;
}
