import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeFolder } from "./make-folder.js";

describe("makeFolder", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "throughline-folder-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("creates those above it too, and leaves what exists", () => {
    const path = join(folder, "a", "b", "c");
    makeFolder(path, 0o700);
    makeFolder(path, 0o700);
    expect(statSync(path).isDirectory()).toBe(true);
    if (process.platform !== "win32") expect(statSync(join(folder, "a")).mode & 0o777).toBe(0o700);
  });

  it("says that it cannot below a file", () => {
    writeFileSync(join(folder, "file"), "");
    expect(() => makeFolder(join(folder, "file", "a"))).toThrow("ENOTDIR");
  });

  it.runIf(process.platform === "linux")("ends where nothing can be created", () => {
    expect(() => makeFolder("/proc/nope/a")).toThrow("ENOENT");
  });
});
