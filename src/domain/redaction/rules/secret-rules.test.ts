import { describe, expect, it } from "vitest";
import { assignedDetectors } from "../detectors/assigned.js";
import { prefixedDetectors } from "../detectors/detect-prefixed.js";
import { isPrefixedRule, type Rule, secretRules } from "./secret-rules.js";

const compile = (rule: Rule) => (isPrefixedRule(rule) ? prefixedDetectors(rule) : assignedDetectors([rule]));
const keywordsOf = (rule: Rule) => (isPrefixedRule(rule) ? [rule.prefix].flat() : rule.words);
const fieldsOf = (rule: Rule) => Object.keys(rule).filter((name) => name !== "id" && name !== "why");
const prefixedFields = new Set(
  "prefix body lead anyCase open digit random published notAfter entropy harmless files".split(" "),
);
const assignedFields = new Set("words value cased nameHas random near entropy harmless files".split(" "));

describe("the table of secrets", () => {
  it.each(secretRules.map((rule, i) => [i + 2, rule.id, rule] as const))("line %d, %s, compiles", (_, id, rule) => {
    expect(id).toMatch(/^[a-z0-9][a-z0-9-]{0,63}$/);
    const known = isPrefixedRule(rule) ? prefixedFields : assignedFields;
    expect(fieldsOf(rule).filter((name) => !known.has(name))).toEqual([]);
    expect(keywordsOf(rule)).not.toEqual([]);
    // A single character is rare enough only behind something of fixed length.
    const keyword = isPrefixedRule(rule) && rule.lead ? /^[\x20-\x7e]+$/ : /^[\x20-\x7e]{2,}$/;
    expect(keywordsOf(rule).filter((word) => !keyword.test(word))).toEqual([]);
    expect(compile(rule)).not.toEqual([]);
  });

  it.each([
    [{ id: "house", prefix: "house_", body: "runes*12" }, /runes/],
    [{ id: "house", words: ["house"], value: "runes*12" }, /runes/],
    [{ id: "house", prefix: "house_", body: "hex*12", lead: "hex*1..2" }, /fixed length/],
  ] satisfies [Rule, RegExp][])("refuses %j", (rule, words) => {
    expect(() => compile(rule)).toThrow(words);
  });
});
