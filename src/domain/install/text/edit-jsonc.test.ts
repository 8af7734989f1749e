import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { valueInJson } from "../../formats/parse-jsonc.js";
import { appendJsonc, removeJsonc, setJsonc } from "./edit-jsonc.js";
import { startEditing, undoSplices } from "./splice.js";

const read = (text: string) => valueInJson(text, []);
const edit = (text: string) => setJsonc(startEditing(text), ["mcpServers", "ours"], { command: "node" });

/** Whitespace and comments between the tokens of JSON. */
const gap = fc.constantFrom("", " ", "\n", "\n\n  ", "\r\n\t", " /* why */ ", " // so\n", "\n  // above\n  ");
const word = fc.constantFrom("mcpServers", "hooks", "other", "a b", "ü", "http://x");

/** Documents in unusual formatting: comments, trailing commas, mixed line endings. */
const { document } = fc.letrec<{ value: string; object: string; document: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom("1", '"x // y"', "true", "null", '"{"', "-1.5e3"),
    tie("object"),
    fc.tuple(fc.array(fc.tuple(gap, tie("value"), gap), { maxLength: 3 }), fc.boolean()).map(([items, trailing]) =>
      wrap(
        "[",
        items.map(([a, v, b]) => a + v + b),
        trailing,
        "]",
      ),
    ),
  ),
  object: fc
    .tuple(
      fc.uniqueArray(fc.tuple(word, gap, gap, tie("value"), gap), { maxLength: 4, selector: ([key]) => key }),
      fc.boolean(),
      gap,
    )
    .map(([members, trailing, last]) =>
      wrap(
        "{",
        members.map(([key, a, b, value, c]) => `${a}${JSON.stringify(key)}:${b}${value}${c}`),
        trailing,
        `${last}}`,
      ),
    ),
  document: fc.tuple(fc.constantFrom("", "\ufeff"), gap, tie("object"), gap).map((parts) => parts.join("")),
}));

const wrap = (open: string, parts: readonly string[], trailing: boolean, close: string) =>
  open + parts.join(",") + (trailing && parts.length > 0 ? "," : "") + close;

const commentsOf = (text: string) => text.match(/\/\/ (?:so|above)|\/\* why \*\//g) ?? [];
const isObject = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value);

describe("editing JSON with comments", () => {
  it("keeps comments, order, indentation and trailing commas", () => {
    const text = '{\n\t// servers\n\t"mcpServers": {\n\t\t"a": { "command": "x" }, // mine\n\t},\n\t"z": 1,\n}';
    expect(edit(text).text).toBe(
      '{\n\t// servers\n\t"mcpServers": {\n\t\t"a": { "command": "x" }, // mine\n\t\t"ours": {\n\t\t\t"command": "node"\n\t\t},\n\t},\n\t"z": 1,\n}',
    );
  });

  it("keeps the comment after the last entry with that entry", () => {
    expect(setJsonc(startEditing('{\n  "a": 1 // one\n}\n'), ["b"], 2).text).toBe('{\n  "a": 1, // one\n  "b": 2\n}\n');
  });

  it("writes a new document where there is none", () => {
    expect(edit("").text).toBe('{\n  "mcpServers": {\n    "ours": {\n      "command": "node"\n    }\n  }\n}\n');
  });

  it("stays on one line where an object is on one line", () => {
    expect(edit('{"mcpServers":{"a":{}}}').text).toBe('{"mcpServers":{"a":{}, "ours": {"command":"node"}}}');
  });

  it.each(["{", '{"a" 1}', '{"a":1 "b":2}', "[1,,2]", '{"a":1}}', "{'a':1}", '{"a":01}', "{a:1}"])(
    "refuses invalid JSON: %s",
    (text) => expect(() => edit(text)).toThrow(/at character/),
  );

  it("sets the last of a repeated name, which is the one in effect", () => {
    expect(setJsonc(startEditing('{"a": 1, "a": 2}'), ["a"], 3).text).toBe('{"a": 1, "a": 3}');
  });

  it("refuses to write into a value that is not an object", () => {
    expect(() => edit('{"mcpServers": []}')).toThrow("mcpServers is not an object");
    expect(() => edit("[]")).toThrow("the whole is not an object");
  });

  it("restores every byte when its splices are undone", () => {
    fc.assert(
      fc.property(document, (text) => {
        const before = read(text) as Record<string, unknown>;
        fc.pre(!("mcpServers" in before) || isObject(before.mcpServers));
        const { text: after, splices } = edit(text);
        expect(undoSplices(after, splices)).toBe(text);
      }),
    );
  });

  it("changes the value at the path and nothing else, comments included", () => {
    fc.assert(
      fc.property(document, (text) => {
        const before = read(text) as Record<string, Record<string, unknown>>;
        fc.pre(!("mcpServers" in before) || isObject(before.mcpServers));
        const after = edit(text).text;
        expect(read(after)).toEqual({ ...before, mcpServers: { ...before.mcpServers, ours: { command: "node" } } });
        expect(commentsOf(after)).toEqual(commentsOf(text));
      }),
    );
  });

  it("removes what it added from any document", () => {
    fc.assert(
      fc.property(document, (text) => {
        const before = read(text) as Record<string, Record<string, unknown>>;
        fc.pre(!("mcpServers" in before) || isObject(before.mcpServers));
        const removed = removeJsonc(startEditing(edit(text).text), ["mcpServers", "ours"]).text;
        expect(read(removed)).toEqual({ ...before, mcpServers: before.mcpServers ?? {} });
        expect(commentsOf(removed)).toEqual(commentsOf(text));
      }),
    );
  });

  it("removes any member and leaves the others", () => {
    fc.assert(
      fc.property(document, word, (text, key) => {
        const { [key]: _, ...rest } = read(text) as Record<string, unknown>;
        expect(read(removeJsonc(startEditing(text), [key]).text)).toEqual(rest);
      }),
    );
  });

  it("appends to lists and creates them", () => {
    fc.assert(
      fc.property(document, (text) => {
        const before = read(text) as Record<string, unknown>;
        fc.pre(!("hooks" in before) || Array.isArray(before.hooks));
        const { text: after, splices } = appendJsonc(startEditing(text), ["hooks"], { on: 1 });
        expect(read(after)).toEqual({ ...before, hooks: [...((before.hooks as unknown[]) ?? []), { on: 1 }] });
        expect(undoSplices(after, splices)).toBe(text);
      }),
    );
  });
});
