import type { OverruledText } from "../../../store/context/overruled-text.js";
import type { PendingReport } from "../../../store/context/pending-conflicts.js";

/** The answer of a sync tool: a status and what it is about. */
export interface SyncAnswer {
  readonly status: string;
  readonly commit?: string;
  readonly commit_message?: string;
  /** The review branch that a push went to. */
  readonly branch?: string;
  /** Commits that a pull brought. */
  readonly commits?: number;
  readonly files?: readonly string[];
  readonly strategy?: string;
  readonly auto_resolved?: readonly string[];
  readonly resolved?: number;
  readonly skipped?: number;
  readonly overruled?: readonly Overruled[];
  readonly conflict_id?: string;
  readonly report?: ReturnType<typeof presentReport>;
  readonly file_path?: string;
  readonly remaining?: number;
  readonly push_error?: string;
  /** Files that keep a push from being merged. */
  readonly conflicts?: readonly string[];
  readonly error?: string;
  readonly note?: string;
}

/** Only the status shows when, and the text; null if that side had deleted the file. */
type Overruled = Pick<OverruledText, "file_path" | "kept"> & Partial<Pick<OverruledText, "at" | "lost_content">>;

const previewCharacters = 200;

/** What an answer shows of pending conflicts. */
export function presentReport({ conflicts, auto_resolved }: PendingReport) {
  const unresolved = conflicts.filter(({ resolved }) => !resolved).length;
  return {
    has_conflicts: unresolved > 0,
    total: conflicts.length,
    unresolved,
    auto_resolved,
    conflicts: conflicts.map(({ file_path, ours_content, theirs_content, resolved, deleted_by }) => ({
      file_path,
      ours_preview: ours_content.slice(0, previewCharacters),
      theirs_preview: theirs_content.slice(0, previewCharacters),
      resolved,
      ...(deleted_by ? { deleted_by } : {}),
    })),
  };
}

/** A sync answer for a person. */
export function syncText(answer: SyncAnswer): string {
  const { status, commit, files, report, push_error, auto_resolved, overruled, note } = answer;
  const first = headlines[status] ?? status;
  const conflicts =
    files ?? report?.conflicts.map(({ file_path, resolved }) => `${file_path}${resolved ? " (resolved)" : ""}`) ?? [];
  return [
    commit ? `${first} (${commit})` : first,
    ...(status === "conflicts" ? conflicts.map((file) => `  ${file}`) : []),
    ...(push_error ? [`Not pushed: ${push_error}`] : []),
    ...(status === "committed" && !push_error ? [`Not pushed: ${noRemote}`] : []),
    ...(auto_resolved && auto_resolved.length > 0 ? [`Merged automatically: ${auto_resolved.join(", ")}`] : []),
    ...(overruled ?? []).map(
      ({ file_path, kept }) =>
        `Kept ${kept === "ours" ? "yours, not theirs" : "theirs, not yours"}: ${file_path} (\`throughline sync undo\` restores the other)`,
    ),
    ...(note ? [note] : []),
  ].join("\n");
}

const noRemote = "this repository has no remote. Add one with `git remote add origin <url>`, then push again.";

const headlines: Readonly<Record<string, string>> = {
  pushed: "Pushed",
  not_pushed: "Nothing was pushed or committed.",
  committed: "Committed locally",
  nothing_to_push: "Nothing to push.",
  pulled: "Pulled",
  merged: "Merged",
  up_to_date: "Up to date.",
  no_remote: "This repository has no remote.",
  conflicts: "Conflicts. Show one with `throughline sync show`, or resolve all with `throughline sync resolve`:",
  clean: "No conflicts.",
};
