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
  const fields = text.split("\0").filter(Boolean);
  const changes: NamedChange[] = [];
  while (fields.length > 1) {
    const letter = fields.shift()?.charAt(0) ?? "";
    const path = fields.shift() ?? "";
    const hasTwoPaths = letter === "R" || letter === "C";
    const file = hasTwoPaths ? (fields.shift() ?? "") : path;
    changes.push({ file, action: actions[letter] ?? "modified", ...(letter === "R" ? { from: path } : {}) });
  }
  return changes;
}

/** `1\t2\tpath\0`, and `1\t2\t\0old\0new\0` for renames; `-` counts for binary files. */
function parseNumstat(text: string): Map<string, { added: number | null; removed: number | null }> {
  const fields = text.split("\0");
  const counts = new Map<string, { added: number | null; removed: number | null }>();
  for (let i = 0; i < fields.length; i++) {
    const [added = "", removed = "", file = ""] = fields[i]?.split("\t") ?? [];
    if (removed === "") continue;
    const isRename = file === "";
    counts.set(isRename ? (fields[i + 2] ?? "") : file, { added: toCount(added), removed: toCount(removed) });
    if (isRename) i += 2;
  }
  return counts;
}

const toCount = (text: string) => (text === "-" ? null : Number(text));
