import { describe, expect, it } from "vitest";
import { answeredChoice, choiceAsked } from "./answered-choice.js";

const textOf = (answer: string, prompt: string) => answeredChoice(choiceAsked(answer), prompt)?.text;

describe("answeredChoice", () => {
  it("joins a short answer with the choice that it answers", () => {
    expect(textOf("I read the code. Redis or an in-process cache?", "in process")).toBe(
      "Redis or an in-process cache? → in process",
    );
  });

  it("takes the options from the sentences before the question", () => {
    expect(textOf("Option A: one table. Option B: two tables. Which one?", "B please")).toBe(
      "Option B: two tables. Which one? → B please",
    );
  });

  it("takes an offer without a question when the answer begins with an option, however long it is", () => {
    const offer = "I can write a parser by hand or take tree-sitter with the community grammar.";
    expect(textOf(offer, "tree-sitter yeah because it survives broken code while a person types")).toMatch(
      /grammar\. → tree-sitter yeah/,
    );
    expect(textOf(offer, "sounds good")).toBeUndefined();
  });

  it.each([
    ["a question without a choice", "Shall I run the tests?", "the fast ones"],
    ["a nod", "Redis or an in-process cache?", "yes"],
    ["a question in return", "Redis or an in-process cache?", "what is faster?"],
    ["a long answer", "Redis or an in-process cache?", "Let me first explain how the whole thing came about."],
    ["an answer to a statement", "The cache is in process or in Redis.", "in process"],
  ])("does not take %s", (_, answer, prompt) => expect(textOf(answer, prompt)).toBeUndefined());
});
