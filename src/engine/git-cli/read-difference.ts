import type { TreeChange, TreeDifference } from "../working-trees.js";
import { runIsolated } from "./isolated-git.js";

const builtinDiffOnly = ["--no-ext-diff", "--no-textconv"];

/** What git sees between two commits: files, line counts and the patch. */
export async function readDifference(top: string, before: string, after: string): Promise<TreeDifference> {
  const diffTree = ["diff-tree", "-r", "-M", ...builtinDiffOnly];
  const [nameStatus, numstat, patch] = await Promise.all([
    runIsolated(top, [...diffTree, "--name-status", "-z", before, after]),
    runIsolated(top, [...diffTree, "--numstat", "-z", before, after]),
    runIsolated(top, [...diffTree, "-p", before, after]),
  ]);
  const counts = parseNumstat(numstat);
  const changes = parseNameStatus(nameStatus).map((change) => ({
    ...change,
    ...(counts.get(change.file) ?? { added: null, removed: null }),
  }));
  return { changes, patch };
}

type NamedChange = Pick<TreeChange, "file" | "action" | "from">;

const actions: Record<string, TreeChange["action"]> = { A: "created", D: "deleted", R: "renamed", C: "created" };

/** `M\0path\0`, and `R090\0old\0new\0` for renames. */
function parseNameStatus(text: string): NamedChange[] {
  const changes = text.matchAll(/([RC])\d*\0([^\0]*)\0([^\0]*)\0|([A-Z])\d*\0([^\0]*)\0/g);
  return Array.from(changes, ([, moved, from = "", to = "", letter = "", path = ""]) => {
    if (moved === undefined) return { file: path, action: actions[letter] ?? "modified" };
    return { file: to, action: actions[moved] ?? "modified", ...(moved === "R" ? { from } : {}) };
  });
}

/** `1\t2\tpath\0`, and `1\t2\t\0old\0new\0` for renames; `-` counts for binary files. */
function parseNumstat(text: string): Map<string, { added: number | null; removed: number | null }> {
  const toCount = (count = "-") => (count === "-" ? null : Number(count));
  const lines = text.matchAll(/([\d-]+)\t([\d-]+)\t(?:\0[^\0]*\0)?([^\0]+)\0/g);
  return new Map(
    Array.from(lines, ([, added, removed, file = ""]) => [file, { added: toCount(added), removed: toCount(removed) }]),
  );
}
