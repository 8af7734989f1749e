import { describe, expect, it } from "vitest";
import { beginsWord } from "./boundary.js";

describe("beginsWord", () => {
  it.each([
    ["the start of the text", ""],
    ["a blank", "see "],
    ["an escaped line break", "first\\n"],
    ["a percent escape", "token%3D"],
    ["a JSON escape", "\\u003d"],
    ["a color code", "\u001b[31;1m"],
    ["a color code inside JSON", "\\u001b[0m"],
  ])("accepts %s before a word", (_, before) => {
    expect(beginsWord(`${before}token`, before.length)).toBe(true);
  });

  it.each([
    ["a letter", "x"],
    ["a digit", "1"],
    ["an underscore", "_"],
    ["a unit of length", "12m"],
  ])("refuses %s before a word", (_, before) => {
    expect(beginsWord(`${before}token`, before.length)).toBe(false);
  });
});
