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
  readonly report?: ConflictReport;
  readonly file_path?: string;
  readonly remaining?: number;
  readonly push_error?: string;
  /** Files that keep a push from being merged. */
  readonly conflicts?: readonly string[];
  readonly error?: string;
  readonly note?: string;
}

interface Overruled {
  readonly file_path: string;
  readonly kept: string;
  /** Only the status shows when, and the text; null if that side had deleted the file. */
  readonly at?: string;
  readonly lost_content?: string | null;
}

export interface ConflictReport {
  readonly has_conflicts: boolean;
  readonly total: number;
  readonly unresolved: number;
  readonly auto_resolved: readonly string[];
  readonly conflicts: readonly {
    readonly file_path: string;
    readonly ours_preview: string;
    readonly theirs_preview: string;
    readonly resolved: boolean;
    readonly deleted_by?: string;
  }[];
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
