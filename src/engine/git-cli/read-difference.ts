import type { TreeChange, TreeDifference } from "../working-trees.js";
import { runIsolated } from "./isolated-git.js";

const plain = ["--no-ext-diff", "--no-textconv"];

/** What git sees between two commits: files, line counts and the patch. */
export async function readDifference(top: string, before: string, after: string): Promise<TreeDifference> {
  const between = ["diff-tree", "-r", "-M", ...plain];
  const [names, numbers, patch] = await Promise.all([
    runIsolated(top, [...between, "--name-status", "-z", before, after]),
    runIsolated(top, [...between, "--numstat", "-z", before, after]),
    runIsolated(top, [...between, "-p", before, after]),
  ]);
  const counts = parseNumbers(numbers);
  const changes = parseNames(names).map((one) => ({
    ...one,
    ...(counts.get(one.file) ?? { added: null, removed: null }),
  }));
  return { changes, patch };
}

type Named = Pick<TreeChange, "file" | "action" | "from">;

const actions: Record<string, TreeChange["action"]> = { A: "created", D: "deleted", R: "renamed", C: "created" };

/** `M\0path\0`, and `R090\0old\0new\0` for renames. */
function parseNames(text: string): Named[] {
  const words = text.split("\0").filter(Boolean);
  const found: Named[] = [];
  while (words.length > 1) {
    const letter = words.shift()?.charAt(0) ?? "";
    const first = words.shift() ?? "";
    const hasTwo = letter === "R" || letter === "C";
    const file = hasTwo ? (words.shift() ?? "") : first;
    found.push({ file, action: actions[letter] ?? "modified", ...(letter === "R" ? { from: first } : {}) });
  }
  return found;
}

/** `1\t2\tpath\0`, and `1\t2\t\0old\0new\0` for renames; `-` counts for binary files. */
function parseNumbers(text: string): Map<string, { added: number | null; removed: number | null }> {
  const words = text.split("\0");
  const counts = new Map<string, { added: number | null; removed: number | null }>();
  for (let i = 0; i < words.length; i++) {
    const [added = "", removed = "", file = ""] = words[i]?.split("\t") ?? [];
    if (removed === "") continue;
    const isRename = file === "";
    counts.set(isRename ? (words[i + 2] ?? "") : file, { added: toCount(added), removed: toCount(removed) });
    if (isRename) i += 2;
  }
  return counts;
}

const toCount = (text: string) => (text === "-" ? null : Number(text));
