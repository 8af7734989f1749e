import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { nodeFiles } from "./node-files.js";

describe("nodeFiles", () => {
  let folders: string[];
  beforeEach(() => {
    // Two file systems where the machine has them.
    const parents = [tmpdir(), existsSync("/dev/shm") ? "/dev/shm" : tmpdir()];
    folders = parents.map((parent) => mkdtempSync(join(parent, "throughline-files-")));
  });
  afterEach(() => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });

  it("moves a folder to another file system byte by byte, into a folder that only its owner can read", async () => {
    const [from, to] = folders.map((folder) => join(folder, "a/skill")) as [string, string];
    const bytes = Buffer.from([0xff, 0x00, 0xfe]);
    await nodeFiles.write(join(from, "image.png"), bytes);
    await nodeFiles.rename(from, to, { private: true });
    expect(readFileSync(join(to, "image.png"))).toEqual(bytes);
    expect(existsSync(from)).toBe(false);
    if (process.platform !== "win32") expect(statSync(join(to, "..")).mode & 0o777).toBe(0o700);
  });

  it("refuses a file that would not fit into memory, with its name and size", async () => {
    const path = join(folders[0] ?? "", "huge.md");
    writeFileSync(path, "");
    truncateSync(path, 600 * 2 ** 20);
    await expect(nodeFiles.readPlain(path)).rejects.toThrow(/huge\.md has 600 MB/);
    expect(await nodeFiles.size(path)).toBe(600 * 2 ** 20);
    expect(await nodeFiles.size(join(folders[0] ?? "", "none"))).toBe(0);
  });
});
