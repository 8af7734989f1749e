import { describe, expect, it } from "vitest";
import { readGitleaksAllowlist } from "./read-gitleaks-allowlist.js";

describe("readGitleaksAllowlist", () => {
  it("reads expressions, stop words and paths of old and new tables", () => {
    const { allow, refused } = readGitleaksAllowlist(`
title = "ours"
[extend]
useDefault = true
disabledRules = ["generic-api-key"]

[allowlist]
description = "global"
paths = [
  '''(?i)fixtures/.*\\.json$''', # recorded
  'docs/',
]
regexes = ['''^test-[a-z]+$''']

[[allowlists]]
stopwords = ["canary", "it's \\"fine\\""]
`);
    expect(refused).toEqual([]);
    expect(allow.rules).toEqual(["generic-api-key"]);
    expect(allow.stopWords).toEqual(["canary", 'it\'s "fine"']);
    expect(allow.patterns).toEqual([/^test-[a-z]+$/]);
    expect(allow.paths).toEqual([/fixtures\/.*\.json$/i, /docs\//]);
  });

  it("refuses what would allow more here than there, and says so", () => {
    const { allow, refused } = readGitleaksAllowlist(`
[[rules]]
id = "x"
[[rules.allowlists]]
regexes = ["a"]
[[allowlists]]
regexTarget = "line"
regexes = ["b"]
[[allowlists]]
condition = "AND"
regexes = ["c"]
[[allowlists]]
targetRules = ["x"]
stopwords = ["d"]
`);
    expect(allow.patterns).toEqual([]);
    expect(allow.stopWords).toEqual([]);
    expect(refused).toHaveLength(4);
  });

  it("refuses expressions that are too long, unreadable, or could take exponential time", () => {
    const { allow, refused } = readGitleaksAllowlist(
      `[allowlist]\nregexes = ['${"a".repeat(400)}', '(?<', '(a+)+$', 'ok']`,
    );
    expect(allow.patterns).toEqual([/ok/]);
    expect(refused).toHaveLength(3);
  });

  it.each([
    "",
    "[allowlist",
    "regexes = [",
    "[allowlist]\nregexes = ['''open",
    "\u0000\u0001",
    "[allowlist]\nregexes = 5",
  ])("reads nothing out of %j and does not fail", (toml) => {
    expect(readGitleaksAllowlist(toml).allow.patterns ?? []).toEqual([]);
  });

  it("reports invalid TOML instead of applying half of it", () => {
    const { allow, refused } = readGitleaksAllowlist("[allowlist]\nregexes = ['ok']\npaths = [");
    expect(allow).toEqual({});
    expect(refused).toEqual([expect.stringContaining("not valid TOML: value expected at character")]);
  });

  it("reads rules that each have an allow list of their own", () => {
    const rule = '[[rules]]\nid = "x"\n[rules.allowlist]\nregexes = ["a"]\n';
    const { allow, refused } = readGitleaksAllowlist(`${rule}${rule}[allowlist]\nregexes = ["b"]\n`);
    expect(allow.patterns).toEqual([/b/]);
    expect(refused).toHaveLength(2);
  });

  it("does not read a file of absurd size", () => {
    expect(readGitleaksAllowlist("[allowlist]\n".repeat(100_000)).refused).toHaveLength(1);
  });
});
