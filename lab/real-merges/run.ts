// Merges documents again that people merged in public repositories, and compares the results with what they committed.
// Results that differ without a conflict are written to a folder and need a label in labels.tsv.
// Usage: tsx lab/real-merges/run.ts <folder for differing results> <git directory>...
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { mergeFile } from "../../src/domain/merge/merge-file.js";
import { report } from "../../bench/support/report.js";
import { type RealMerge, readMerges } from "./read-merges.js";

/** More of one repository would let its habits decide the figures. */
const maxPerRepository = 150;

const [out = "", ...gitDirs] = process.argv.slice(2);
const labels = new Map(
  readFileSync(join(import.meta.dirname, "labels.tsv"), "utf8")
    .split("\n")
    .flatMap((line) => {
      const [repository, commit, path, label] = line.split("\t");
      return label ? [[`${repository} ${commit} ${path}`, label] as const] : [];
    }),
);

const totals: Record<string, number> = {};
const count = (kind: string) => {
  totals[kind] = (totals[kind] ?? 0) + 1;
};
for (const gitDir of gitDirs) {
  const repository = basename(dirname(gitDir)).replace("+", "/");
  let merges = 0;
  for (const merge of readMerges(gitDir)) {
    if (++merges > maxPerRepository) break;
    count("merges");
    count(judge(repository, merge));
    if (mergesCleanly(merge)) {
      count("clean in git");
      const result = mergeFile(merge.path, merge.base, merge.ours, merge.theirs);
      if (result.kind === "conflicted") count("clean in git, a conflict here");
    }
  }
}
const selfResolved = (totals.merges ?? 0) - (totals.conflict ?? 0);
report(
  `real merges: ${selfResolved} of ${totals.merges ?? 0} without a conflict`,
  ["result", "merges"],
  Object.entries(totals).map(([kind, times]) => [kind, String(times)]),
);

function mergesCleanly(merge: RealMerge): boolean {
  const folder = mkdtempSync(join(tmpdir(), "throughline-merge-"));
  const sides = ["ours", "base", "theirs"] as const;
  for (const side of sides) writeFileSync(join(folder, side), merge[side]);
  const { status } = spawnSync("git", ["merge-file", "-p", ...sides], { cwd: folder, stdio: "ignore" });
  rmSync(folder, { recursive: true });
  return status === 0;
}

/** Equal to the commit except for white space or order, in conflict, or as its label says. */
function judge(repository: string, merge: RealMerge): string {
  const result = mergeFile(merge.path, merge.base, merge.ours, merge.theirs);
  if (result.kind === "conflicted") return "conflict";
  const text = result.kind === "merged" ? result.text : "";
  if (withoutBlanks(text) === withoutBlanks(merge.committed)) return "as committed";
  // Where both sides added lines at one position, either order is right; the check holds them under their headings.
  if (sortedLines(text) === sortedLines(merge.committed)) return "same lines, other order";
  const label = labels.get(`${repository} ${merge.commit} ${merge.path}`);
  const folder = join(out, label ?? "unlabeled", repository.replace("/", "+"), merge.commit.slice(0, 12));
  mkdirSync(folder, { recursive: true });
  const name = basename(merge.path);
  const { base, ours, theirs, committed } = merge;
  for (const [version, content] of Object.entries({ base, ours, theirs, committed, result: text }))
    writeFileSync(join(folder, `${name}.${version}`), content);
  writeFileSync(join(folder, `${name}.key`), `${repository}\t${merge.commit}\t${merge.path}\n`);
  return label ?? "unlabeled";
}

function sortedLines(text: string): string {
  const lines = text.split("\n").map((line) => line.trim());
  return lines.filter(Boolean).sort().join("\n");
}

function withoutBlanks(text: string): string {
  return text.replaceAll(/\s+/g, "");
}
