import { describe, expect, it } from "vitest";
import { assigned, prefixed } from "./rule.js";
import { ruleProblem } from "./rule-problem.js";

describe("ruleProblem", () => {
  it("has nothing to say about a good rule", () => {
    expect(ruleProblem(prefixed("house-token", "house_", "lowerhex*12"))).toBeUndefined();
    expect(ruleProblem(assigned("house-pin", "housepin", "digit*6"))).toBeUndefined();
  });

  it.each([
    [prefixed("House Token", "house_", "hex*12"), /lower-case letters/],
    [prefixed("house", "h", "hex*12"), /two characters/],
    [assigned("house", [], "hex*12"), /two characters/],
    [prefixed("house", "häuser_", "hex*12"), /ASCII/],
    [prefixed("house", "house_", "runes*12"), /runes/],
    [prefixed("house", "house_", "hex*12", { lead: "hex*1..2" }), /fixed length/],
  ])("says what is wrong with %j", (rule, words) => {
    expect(ruleProblem(rule)).toMatch(words);
  });
});
