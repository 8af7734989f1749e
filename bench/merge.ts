/** Duration of a merge, as a ratio to `git merge-file` (process start included) on the same texts in the same run. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mergeFile } from "../src/domain/merge/merge-file.js";

interface Case {
  readonly name: string;
  readonly path: string;
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
}

const folder = mkdtempSync(join(tmpdir(), "bench-merge-"));

function notes(lines: number): string[] {
  return Array.from({ length: lines }, (_, i) => {
    if (i % 20 === 0) return `## Section ${i / 20}`;
    if (i % 20 < 3 || i % 20 === 12) return "";
    return i % 20 > 12 ? `- item ${i} about ${(i * 7919) % 97}` : `Line ${i} says ${(i * 104729) % 1009}.`;
  });
}

function edit(lines: readonly string[], every: number, offset: number, word: string): string {
  return lines.map((line, i) => (i % every === offset && line !== "" ? `${line} ${word}` : line)).join("\n");
}

function append(lines: readonly string[], word: string): string {
  return lines.flatMap((line, i) => (i % 20 === 19 ? [line, `- ${word} ${i}`] : [line])).join("\n");
}

function cases(size: number): Case[] {
  const lines = notes(size);
  const base = lines.join("\n");
  const shuffled = lines.map((_, i) => lines[(i * 7919) % size] ?? "").join("\n");
  const record = (i: number, word = "") =>
    JSON.stringify({ id: `r${i}`, word, timestamp: new Date(i * 1000).toISOString() });
  const log = (from: number, word: string) =>
    Array.from({ length: size }, (_, i) => `${record(i, i < from ? "" : word)}\n`).join("");
  const map = (word: string) =>
    JSON.stringify(Object.fromEntries(lines.map((_, i) => [`k${i}`, { author: i % 9 ? "" : word }])), null, 2);
  return [
    { name: "lines, clean", path: "a.md", base, ours: edit(lines, 20, 4, "x"), theirs: edit(lines, 20, 8, "y") },
    { name: "lists, both append", path: "a.md", base, ours: append(lines, "mine"), theirs: append(lines, "yours") },
    { name: "prose, conflicts", path: "a.md", base, ours: edit(lines, 20, 4, "x"), theirs: edit(lines, 20, 4, "y") },
    { name: "shuffled against edited", path: "a.md", base, ours: shuffled, theirs: edit(lines, 20, 8, "y") },
    {
      name: "json, every 9th field",
      path: "a.json",
      base: map(""),
      ours: map("x"),
      theirs: map("").replace('""', '"y"'),
    },
    {
      name: "ndjson, both append",
      path: "a.ndjson",
      base: log(size, ""),
      ours: log(size, "") + record(size, "x"),
      theirs: log(size, "") + record(size + 1, "y"),
    },
  ];
}

function fastest(times: number, work: () => void): number {
  const runs = Array.from({ length: times }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  return Math.min(...runs);
}

function gitMerge({ base, ours, theirs }: Case): void {
  for (const [name, text] of Object.entries({ base, ours, theirs })) writeFileSync(join(folder, name), text);
  spawnSync("git", ["merge-file", "-p", "ours", "base", "theirs"], { cwd: folder, maxBuffer: 2 ** 28 });
}

for (const size of [1_000, 10_000]) {
  for (const mergeCase of cases(size)) {
    let kind = "";
    const ownMs = fastest(5, () => {
      kind = mergeFile(mergeCase.path, mergeCase.base, mergeCase.ours, mergeCase.theirs).kind;
    });
    const gitMs = fastest(5, () => gitMerge(mergeCase));
    const ratio = `${(ownMs / gitMs).toFixed(2)} × git`;
    process.stdout.write(
      `${String(size).padStart(6)}  ${mergeCase.name.padEnd(26)}${ratio.padStart(14)}${ownMs.toFixed(1).padStart(9)} ms  ${kind}\n`,
    );
  }
}
rmSync(folder, { recursive: true });
