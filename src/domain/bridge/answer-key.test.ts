import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type AnswerFacts, answerKey } from "./answer-key.js";

const facts: AnswerFacts = {
  query: "How are routes  defined?",
  project: "shop",
  repository: "api",
  path: "/work/api",
  head: "abc",
  dirty: "clean",
  agent: "claude",
  model: "",
  prompt: "1",
};

describe("answerKey", () => {
  it("is a SHA-256 in hexadecimal, the same for other case and spacing", () => {
    expect(answerKey(facts)).toMatch(/^[0-9a-f]{64}$/);
    expect(answerKey({ ...facts, query: "  how are ROUTES defined? " })).toBe(answerKey(facts));
  });

  it("keeps C, C# and C++ apart", () => {
    const keys = ["Is C used?", "Is C# used?", "Is C++ used?"].map((query) => answerKey({ ...facts, query }));
    expect(new Set(keys).size).toBe(3);
  });

  it("changes with every fact, and no two facts can be joined to the same text", () => {
    const names = Object.keys(facts) as (keyof AnswerFacts)[];
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.string({ minLength: 1 }), (name, more) => {
        const changed = { ...facts, [name]: `${facts[name]}${more.trim() === "" ? "x" : `x${more}`}` };
        expect(answerKey(changed)).not.toBe(answerKey(facts));
      }),
    );
    expect(answerKey({ ...facts, project: "sho", repository: "papi" })).not.toBe(answerKey(facts));
  });
});
