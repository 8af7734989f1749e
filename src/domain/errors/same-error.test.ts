import { describe, expect, it } from "vitest";
import { isSameError } from "./same-error.js";

describe("isSameError", () => {
  it.each([
    ["error: api version 31 not available", "Error: API version 22 not available"],
    ["KeyError: 'sku'", "Traceback (most recent call last):\n  File \"/a/b.py\", line 9, in f\nKeyError: 'sku'"],
    ["connect ECONNREFUSED 127.0.0.1:5432", "Error: connect ECONNREFUSED 10.0.0.8:5432"],
    ["ENOENT: no such file or directory, open '/srv/a.json'", "ENOENT: no such file or directory, open '/home/b.json'"],
  ])("knows %s again with other numbers and paths", (a, b) => expect(isSameError(a, b)).toBe(true));

  it.each([
    ["KeyError: 'sku'", "KeyError: 'color'"],
    ["No module named 'numpy'", "No module named 'gizmo'"],
    ["error during build:", "error during build:"],
    ["AssertionError", "AssertionError"],
    ["Error: the build stalled", "wizzle pump stalled at 7 bar"],
    ["thread 'main' panicked at src/a.rs:1:2:", "thread 'main' panicked at src/b.rs:7:1:"],
  ])("does not take %s for %s", (a, b) => expect(isSameError(a, b)).toBe(false));
});
