import type { SyncAnswer } from "./sync-answer.js";

/** A sync answer for a person. */
export function syncText(answer: SyncAnswer): string {
  const { status, commit, files, report, push_error, auto_resolved, overruled, note } = answer as SyncAnswer & {
    readonly files?: readonly string[];
    readonly report?: { readonly conflicts: readonly { readonly file_path: string; readonly resolved: boolean }[] };
    readonly auto_resolved?: readonly string[];
    readonly overruled?: readonly { readonly file_path: string; readonly kept: string }[];
  };
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
    ...(note ? [String(note)] : []),
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
