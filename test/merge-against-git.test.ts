import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { unifiedDiff } from "../src/domain/merge/diff/unified-diff.js";
import { findDoubledBlocks } from "../src/domain/merge/markdown/merge-markdown.js";
import { mergeFile } from "../src/domain/merge/merge-file.js";
import { showChunks } from "../src/domain/merge/merge-result.js";
import { mergeText } from "../src/domain/merge/text/merge-lines.js";
import { divergence } from "./arbitraries/markdown.js";

const folder = mkdtempSync(join(tmpdir(), "merge-"));
afterAll(() => rmSync(folder, { recursive: true }));

type Texts = { base: string; ours: string; theirs: string };

function gitMerge(texts: Texts): { conflicts: number | null; text: string } {
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(folder, name), text);
  const labels = ["-L", "ours", "-L", "base", "-L", "theirs"];
  const git = spawnSync("git", ["merge-file", "-p", ...labels, "ours", "base", "theirs"], {
    cwd: folder,
    encoding: "utf8",
  });
  return { conflicts: git.status, text: git.stdout };
}

const repetitive = fc.array(fc.constantFrom("", "", "a", "b", "c", "d", "e"), { maxLength: 30 });
const shuffled = fc
  .tuple(repetitive, fc.array(fc.tuple(fc.nat(), fc.nat(3), repetitive), { maxLength: 6 }))
  .map(([lines, cuts]) => {
    const edit = (side: string[], [at, count, more]: [number, number, string[]]) =>
      side.toSpliced(at % (side.length + 1), count, ...more.slice(0, 2));
    const side = (parity: number) => cuts.filter((_, i) => i % 2 === parity).reduce(edit, lines);
    return { base: lines.join("\n"), ours: side(0).join("\n"), theirs: side(1).join("\n") };
  });

describe("merges against git merge-file", () => {
  it("merges lines with git's result where git is clean, and has a conflict where git has one", () => {
    fc.assert(
      fc.property(fc.oneof(divergence, shuffled), (texts) => {
        const merge = mergeText(texts.base, texts.ours, texts.theirs);
        const git = gitMerge(texts);
        expect(merge.kind).toBe(git.conflicts === 0 ? "merged" : "conflicted");
        if (merge.kind === "merged") expect(merge.text).toBe(git.text);
      }),
      { numRuns: 200 },
    );
  });

  it("marks a conflict as git does", () => {
    const texts = { base: "a\nb\nc\nd\n", ours: "a\nB\nc\nmine", theirs: "a\nb\nc\nyours\n" };
    const merge = mergeText(texts.base, texts.ours, texts.theirs);
    expect(merge.kind === "conflicted" && showChunks(merge.chunks, "markers")).toBe(gitMerge(texts).text);
  });

  it("is clean with the same text wherever git is clean, unless git doubles a block", () => {
    fc.assert(
      fc.property(divergence, (texts) => {
        const git = gitMerge(texts);
        const merge = mergeFile("a.md", texts.base, texts.ours, texts.theirs);
        if (git.conflicts === 0 && findDoubledBlocks(git.text, texts).size === 0)
          expect(merge).toEqual({ kind: "merged", text: git.text });
      }),
      { numRuns: 100 },
    );
  });

  it("writes diffs that git applies", () => {
    fc.assert(
      fc.property(divergence, ({ ours, theirs }) => {
        fc.pre(ours !== theirs && ours !== "" && theirs !== "");
        writeFileSync(join(folder, "a.md"), ours);
        const diff = unifiedDiff(ours, theirs, { fromFile: "a/a.md", toFile: "b/a.md" });
        const apply = spawnSync("git", ["apply", "--unidiff-zero", "--whitespace=nowarn"], {
          cwd: folder,
          input: diff,
          encoding: "utf8",
        });
        expect(apply.stderr).toBe("");
        expect(spawnSync("cat", ["a.md"], { cwd: folder, encoding: "utf8" }).stdout).toBe(theirs);
      }),
      { numRuns: 40 },
    );
  });
});
