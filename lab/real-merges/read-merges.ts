import { execFileSync } from "node:child_process";

/** A document that both parents of a merge commit changed, and what people committed. */
export interface RealMerge {
  readonly commit: string;
  readonly path: string;
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
  readonly committed: string;
}

/** The merges of Markdown files in a repository's history, newest first. */
export function* readMerges(gitDir: string): Generator<RealMerge> {
  const git = (...args: string[]) =>
    execFileSync("git", ["--git-dir", gitDir, ...args], {
      encoding: "utf8",
      maxBuffer: 2 ** 28,
      stdio: ["ignore", "pipe", "ignore"],
    });
  const merges = git("log", "--all", "--merges", "--format=%H %P").trim().split("\n");
  for (const [commit = "", first = "", second = "", ...others] of merges.map((line) => line.split(" "))) {
    if (others.length > 0) continue;
    try {
      yield* documentsOf(git, commit, first, second);
    } catch {
      // A snapshot can lack its largest objects, and a shallow one the parents.
    }
  }
}

type Git = (...args: string[]) => string;

function* documentsOf(git: Git, commit: string, first: string, second: string): Generator<RealMerge> {
  // Where there are several merge bases, git makes one up that is in no commit.
  const bases = git("merge-base", "--all", first, second).trim().split("\n");
  const [base = ""] = bases;
  if (bases.length !== 1 || base === first || base === second) return;
  const theirs = changedDocuments(git, base, second);
  if (theirs.size === 0) return;
  const ours = changedDocuments(git, base, first);
  const both = [...theirs].filter(([path, { after }]) => ours.has(path) && ours.get(path)?.after !== after);
  for (const [path, { before, after }] of both) {
    const committed = git("ls-tree", commit, "--", path).split(/\s/)[2];
    if (committed === undefined) continue;
    const [baseText, ourText, theirText, committedText] = [before, ours.get(path)?.after ?? "", after, committed].map(
      (id) => git("cat-file", "blob", id),
    ) as [string, string, string, string];
    yield { commit, path, base: baseText, ours: ourText, theirs: theirText, committed: committedText };
  }
}

/** Documents that a side modified, with their objects before and after. */
function changedDocuments(git: Git, from: string, to: string): Map<string, { before: string; after: string }> {
  const rows = git("diff-tree", "-r", "-z", "--no-renames", "--diff-filter=M", from, to, "--", "*.md").split("\0");
  const changes = new Map<string, { before: string; after: string }>();
  for (let i = 0; i + 1 < rows.length; i += 2) {
    const [, , before = "", after = ""] = (rows[i] ?? "").split(" ");
    changes.set(rows[i + 1] ?? "", { before, after });
  }
  return changes;
}
