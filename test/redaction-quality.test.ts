import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { redact } from "../src/domain/redaction/redact.js";
import { benignLookAlikes, ordinarySource } from "./redaction/benign-corpus.js";
import { seededRandom } from "./redaction/random.js";
import { tokenCorpus } from "./redaction/token-corpus.js";

const root = join(import.meta.dirname, "..");
const corpus = tokenCorpus(seededRandom(1), 20);

function missed(rule: string) {
  const own = corpus.filter((planted) => planted.rule === rule);
  return own.filter(({ text, secret }) => redact(text).text.includes(secret)).length / own.length;
}

describe("redaction", () => {
  it("finds at least 99 of 100 tokens of the shapes it knows", () => {
    const shown = corpus.filter(({ text, secret }) => redact(text).text.includes(secret));
    expect(shown.length / corpus.length).toBeLessThanOrEqual(0.01);
  });

  it("is good at every rule, not only at all of them together", () => {
    const weak = [...new Set(corpus.map(({ rule }) => rule))].filter((rule) => missed(rule) > 0.1);
    expect(weak).toEqual([]);
  });

  it.each(benignLookAlikes(seededRandom(2)).map(({ name, text }) => [name, text] as const))(
    "leaves %s alone",
    (_, text) => {
      expect(redact(text).findings.map(({ start, end }) => text.slice(start - 20, end))).toEqual([]);
    },
  );

  it("raises at most one false alarm in 10 MB of ordinary source", () => {
    const sources = ordinarySource(root);
    const megabytes = sources.reduce((sum, { text }) => sum + text.length, 0) / 1e6;
    const alarms = sources.flatMap(({ name, text }) => redact(text).findings.map(({ rule }) => `${rule} in ${name}`));
    expect(megabytes).toBeGreaterThan(10);
    expect({ alarms, allowed: Math.floor(megabytes / 10) }).toSatisfy(() => alarms.length <= megabytes / 10);
  });
});
