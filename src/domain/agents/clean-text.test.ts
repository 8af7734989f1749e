import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cleanText } from "./clean-text.js";

describe("cleanText", () => {
  it("removes colors, titles and control characters and keeps line ends and tabs", () => {
    expect(cleanText("\u001b[31mred\u001b[0m \u001b]0;title\u0007a\tb\r\nc\u0000\u0008")).toBe("red a\tb\nc");
  });

  it("never leaves an escape character", () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => !cleanText(text).includes("\u001b")));
  });

  it("is idempotent", () => {
    fc.assert(fc.property(fc.string(), (text) => cleanText(cleanText(text)) === cleanText(text)));
  });
});
