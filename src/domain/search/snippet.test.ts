import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tokensOf } from "../../base/text/tokens.js";
import { snippetOf } from "./snippet.js";

const snippetFor = (text: string, query: string) => {
  const snippet = snippetOf(text, new Set(tokensOf(query)));
  return { ...snippet, words: snippet.marks.map(([from, to]) => snippet.text.slice(from, to)) };
};

describe("snippetOf", () => {
  it("shows a short text completely and marks word forms in it", () => {
    expect(snippetFor("The pools were exhausted.", "exhausting pool")).toMatchObject({
      text: "The pools were exhausted.",
      words: ["pools", "exhausted"],
    });
  });

  it("chooses the part with the most matching words", () => {
    const text = `walrus ${"x ".repeat(100)} a walrus on ice ${"y ".repeat(100)}`;
    expect(snippetFor(text, "walrus ice").words).toEqual(["walrus", "ice"]);
    expect(snippetFor(text, "walrus ice").text).toMatch(/^….*walrus on ice.*…$/);
  });

  it("shows the beginning when nothing matches", () => {
    expect(snippetFor("abc ".repeat(100), "walrus").text).toMatch(/^abc abc .*…$/);
  });

  it("never cuts a character in half nor marks beyond the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), fc.string({ unit: "grapheme" }), (text, query) => {
        const { text: excerpt, marks } = snippetOf(`${text} walrus ${text}`, new Set(["walru", ...tokensOf(query)]));
        expect(Buffer.from(excerpt).toString()).toBe(excerpt);
        for (const [from, to] of marks) expect(from >= 0 && from < to && to <= excerpt.length).toBe(true);
      }),
    );
  });
});
