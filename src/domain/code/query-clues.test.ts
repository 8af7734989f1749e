import { describe, expect, it } from "vitest";
import { isTestFile, readClues, refersTo } from "./query-clues.js";

describe("readClues", () => {
  it("reads paths and names from a pasted report", () => {
    const clues = readClues(
      'Pool.open hangs\n  File "/home/me/lib/http/client.py", line 632, in _safe_read\n  at C:\\app\\src\\pool.ts:12:3\nuse `connect()`.',
    );
    expect(clues.paths).toEqual(expect.arrayContaining(["/home/me/lib/http/client.py", "C:/app/src/pool.ts"]));
    for (const name of ["Pool.open", "open", "_safe_read"]) expect(clues.symbols.has(name), name).toBe(true);
    expect(clues.words.has("connect")).toBe(true);
    expect(clues.isAboutTests).toBe(false);
  });

  it("recognizes questions about tests", () => {
    expect(readClues("test that overselling is refused").isAboutTests).toBe(true);
    expect(readClues("the latest release is broken").isAboutTests).toBe(false);
  });

  it("reads any text in linear time", () => {
    for (const text of ["a.".repeat(100_000), "/".repeat(200_000), "_".repeat(200_000), "a/b.".repeat(50_000)])
      expect(readClues(text).paths.length).toBeLessThanOrEqual(50);
  });
});

describe("refersTo", () => {
  it("matches a file by name, by part of its path and by a path on another machine", () => {
    for (const written of ["http/client.py", "client.py", "./http/client.py", "/usr/lib/python3.11/http/client.py"])
      expect(refersTo(written, "http/client.py"), written).toBe(true);
    for (const written of ["lient.py", "other/client.py", "client.pyc"])
      expect(refersTo(written, "http/client.py"), written).toBe(false);
  });
});

describe("isTestFile", () => {
  it("recognizes common naming conventions", () => {
    for (const file of [
      "test/a.ts",
      "src/a.test.ts",
      "test_a.py",
      "pkg/a_test.go",
      "spec/a_spec.rb",
      "src/AppTest.java",
    ])
      expect(isTestFile(file), file).toBe(true);
    for (const file of ["src/latest.ts", "src/contest/a.ts", "src/attest.py", "testimony.md"])
      expect(isTestFile(file), file).toBe(false);
  });
});
