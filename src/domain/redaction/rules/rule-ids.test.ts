import { expect, it } from "vitest";
import { seededRandom } from "../../../../test/redaction/random.js";
import { ruleIds } from "../../../../test/redaction/rule-ids.js";
import { tokenCorpus } from "../../../../test/redaction/token-corpus.js";
import { redact } from "../redact.js";

it("lists every rule that a finding names", () => {
  const known = ruleIds();
  const named = tokenCorpus(seededRandom(51), 3).flatMap(({ text }) => redact(text).findings.map(({ rule }) => rule));
  expect(named.filter((rule) => !known.has(rule))).toEqual([]);
  expect(named.length).toBeGreaterThan(900);
});
