import { describe, expect, it } from "vitest";
import { seededRandom } from "../../../../test/redaction/random.js";
import { tokenCorpus } from "../../../../test/redaction/token-corpus.js";
import { redact } from "../redact.js";
import { ruleIds } from "./rule-ids.js";

describe("ruleIds", () => {
  it("knows every rule that a finding names", () => {
    const known = new Set(ruleIds());
    const named = tokenCorpus(seededRandom(51), 3).flatMap(({ text }) => redact(text).findings.map(({ rule }) => rule));
    expect(named.filter((rule) => !known.has(rule))).toEqual([]);
    expect(named.length).toBeGreaterThan(900);
  });

  it("names each rule once, in order", () => {
    const ids = ruleIds();
    expect(ids).toEqual([...new Set(ids)].sort());
  });
});
