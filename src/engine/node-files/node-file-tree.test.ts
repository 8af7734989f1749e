import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { nodeFileTree } from "./node-file-tree.js";

describe("nodeFileTree", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "throughline-tree-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("lists, stamps and reads files, and answers undefined for what is not there", async () => {
    mkdirSync(join(folder, "lib"));
    writeFileSync(join(folder, "a.ts"), "text");
    expect(await nodeFileTree.entries(folder)).toEqual([
      { name: "a.ts", kind: "file" },
      { name: "lib", kind: "folder" },
    ]);
    expect((await nodeFileTree.stamp(join(folder, "a.ts")))?.bytes).toBe(4);
    expect(Buffer.from((await nodeFileTree.read(join(folder, "a.ts"))) ?? []).toString()).toBe("text");
    for (const path of [join(folder, "gone"), join(folder, "lib", "gone")]) {
      expect(await nodeFileTree.entries(path)).toBeUndefined();
      expect(await nodeFileTree.stamp(path)).toBeUndefined();
      expect(await nodeFileTree.read(path)).toBeUndefined();
      // A scan goes on when a file is gone before its turn.
      expect(await nodeFileTree.text(path, 100)).toBeUndefined();
    }
    expect(await nodeFileTree.text(join(folder, "a.ts"), 100)).toBe("text");
    expect(await nodeFileTree.text(join(folder, "a.ts"), 3)).toBeUndefined();
    expect(await nodeFileTree.read(folder)).toBeUndefined();
  });

  it.skipIf(process.platform === "win32")("does not wait for the writer of a pipe", async () => {
    execFileSync("mkfifo", [join(folder, "pipe")]);
    expect(await nodeFileTree.read(join(folder, "pipe"))).toHaveLength(0);
  });

  it("lets other work run while many files are read", async () => {
    writeFileSync(join(folder, "a.ts"), "text");
    let isDone = false;
    let turns = 0;
    const count = () => {
      turns++;
      if (!isDone) setImmediate(count);
    };
    setImmediate(count);
    for (let i = 0; i < 5000; i++) await nodeFileTree.read(join(folder, "a.ts"));
    isDone = true;
    expect(turns).toBeGreaterThan(1);
  });
});
