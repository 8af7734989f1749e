import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { entryAt, parseJsonc, valueInJson } from "./parse-jsonc.js";

describe("parseJsonc", () => {
  it("reads what JSON.parse reads, to the same value", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(valueInJson(text, [])).toEqual(JSON.parse(text));
      }),
    );
  });

  it("reads comments, trailing commas and a byte order mark, with offsets of the text as it is", () => {
    const text = '\ufeff{\n  "a": [1, 2,], // two\n  /* none */ "b": {},\n}\n';
    expect(valueInJson(text, [])).toEqual({ a: [1, 2], b: {} });
    const entry = entryAt(parseJsonc(text), ["b"]);
    expect(text.slice(entry?.offset).startsWith('"b": {}')).toBe(true);
  });

  it("uses the last of repeated names, and finds items by index", () => {
    expect(valueInJson('{"a": 1, "a": [1, {"b": 2}]}', ["a", "1", "b"])).toBe(2);
    expect(valueInJson('{"a": 1}', ["a", "b"])).toBeUndefined();
  });

  it.each(["", "  \n", "// nothing", "\ufeff"])("has no value for %j", (text) => {
    expect(parseJsonc(text)).toBeUndefined();
  });

  it.each([
    ["{", "close brace expected at character 1"],
    ['{"a": }', "value expected at character 6"],
    ["{} 1", "end of file expected at character 3"],
  ])("reports the problem in %j and its position", (text, message) => {
    expect(() => parseJsonc(text)).toThrow(message);
  });
});
