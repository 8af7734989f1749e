import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tidySnippet } from "./tidy-snippet.js";

const markedTexts = ({ text, marks }: ReturnType<typeof tidySnippet>) =>
  marks.map(([from, to]) => text.slice(from, to));

describe("tidySnippet", () => {
  it("starts at a word and removes Markdown syntax", () => {
    const text = "…s 409. The **payment** was `retried`. ## Decision - one";
    const snippet = tidySnippet({ text, marks: [[14, 21]] });
    expect(snippet.text).toBe("…409. The payment was retried. Decision one");
    expect(markedTexts(snippet)).toEqual(["payment"]);
  });

  it("keeps a match at the cut", () => {
    const snippet = tidySnippet({ text: "…payment was", marks: [[1, 8]] });
    expect(snippet.text).toBe("…payment was");
    expect(markedTexts(snippet)).toEqual(["payment"]);
  });

  it("keeps the marked text, whatever surrounds it", () => {
    const word = fc.constantFrom("pool", "**bold**", "`code`", "##", "-", "…", "a_b", "😀");
    fc.assert(
      fc.property(fc.array(word, { minLength: 1 }), fc.nat(), (words, n) => {
        const text = `…cut ${words.join(" ")} needle ${words.join(" ")}`;
        const from = text.indexOf("needle");
        const snippet = tidySnippet({ text, marks: [[from, from + 6]] });
        expect(markedTexts(snippet), String(n)).toEqual(["needle"]);
      }),
    );
  });
});
