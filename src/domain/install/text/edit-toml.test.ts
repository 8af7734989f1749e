import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseToml } from "../../formats/parse-toml.js";
import { valueInToml } from "../../formats/read-toml.js";
import { removeToml, setTomlTable, setTomlValue } from "./edit-toml.js";
import { startEditing, undoSplices } from "./splice.js";

const path = ["mcp_servers", "ours"];
const fields = { command: "C:\\Program Files\\node.exe", args: ["a b", "ü"], env: { WHO: "codex" } };
const edit = (text: string) => setTomlTable(startEditing(text), path, fields);

const value = fc.constantFrom(
  "1",
  "1_000.5",
  "true",
  '"a # b"',
  "'C:\\x'",
  '"""\nlong "quoted"\n"""',
  "'''\nraw\n'''",
  "1979-05-27T07:32:00Z",
  "[ 1, # one\n  2,\n]",
  '{ a = 1, "b c" = [2] }',
  "0xff",
  "inf",
  '"tab\\tand \\u00fc"',
);
const line = fc.oneof(
  fc.constantFrom("", "# remark", "  # indented"),
  fc.tuple(fc.constantFrom(" = ", "=", "\t=  "), value, fc.constantFrom("", " # why")).map(([is, v, c]) => [is, v, c]),
);

/** Documents with unique names in every table, comments, blank lines and both line endings. */
const document = fc
  .tuple(
    fc.array(
      fc.tuple(
        fc.constantFrom("", "[t]", "[[l]]", "[mcp_servers.x]", "[ q . 'r s' ]"),
        fc.array(line, { maxLength: 4 }),
      ),
      { maxLength: 4 },
    ),
    fc.constantFrom("\n", "\r\n"),
    fc.boolean(),
    fc.constantFrom("", "\ufeff"),
  )
  .map(([blocks, eol, ends, mark]) => {
    let count = 0;
    const seen = new Set<string>();
    const lines = blocks.flatMap(([head, body]) => {
      if (head !== "[[l]]" && seen.has(head)) return [];
      seen.add(head);
      const key = () => (count++ % 3 === 0 ? `"k ${count}"` : `k${count}.v`);
      return [head, ...body.map((one) => (Array.isArray(one) ? `  ${key()}${one.join("")}` : one))];
    });
    return mark + lines.join("\n").replaceAll("\n", eol) + (ends ? eol : "");
  });

describe("editing TOML", () => {
  it("adds a table at the end", () => {
    expect(edit('model = "x" # mine\n').text).toBe(
      'model = "x" # mine\n\n[mcp_servers.ours]\ncommand = "C:\\\\Program Files\\\\node.exe"\nargs = ["a b", "ü"]\nenv = { WHO = "codex" }\n',
    );
  });

  it("sets the fields of an existing table and keeps the others", () => {
    const text =
      '[mcp_servers.ours]\ncommand = "old" # keep\nstartup_timeout_sec = 20\n\n[mcp_servers.ours.env]\nWHO = "me"\nX = "1"\n\n[z]\n';
    const { text: after, splices } = edit(text);
    expect(valueInToml(after, path)).toEqual({ ...fields, startup_timeout_sec: 20, env: { WHO: "codex", X: "1" } });
    expect(after).toContain("# keep\nstartup_timeout_sec = 20");
    expect(undoSplices(after, splices)).toBe(text);
  });

  it.each([
    ['mcp_servers = { x = { command = "y" } }\n', { x: { command: "y" } }],
    ["mcp_servers.x.command = 'y'\n", { x: { command: "y" } }],
    ["mcp_servers = {}", {}],
    ["[mcp_servers]\nx.command = 'y'\n[other]\n", { x: { command: "y" } }],
  ])("finds the table in %j", (text, others) => {
    const { text: after, splices } = edit(text);
    expect(valueInToml(after, ["mcp_servers"])).toEqual({ ...others, ours: fields });
    expect(undoSplices(after, splices)).toBe(text);
    expect(valueInToml(removeToml(startEditing(after), path).text, ["mcp_servers"]) ?? {}).toEqual(others);
  });

  it("replaces one value in place", () => {
    expect(setTomlValue(startEditing("a = [1,\n 2] # x\nb = 2"), ["a"], "z").text).toBe('a = "z" # x\nb = 2');
    expect(setTomlValue(startEditing("a.b = 1"), ["a", "c"], 2).text).toBe("a.b = 1\na.c = 2");
  });

  it.each([
    "a = ",
    "[a",
    "a = 1 b = 2",
    'a = "x',
    "a = 1\na = 2",
    "[t]\n[t]",
    "= 1",
    "a = [1 2]",
    "a = '''x",
    'a = "\\q"',
  ])("refuses invalid TOML: %j", (text) => expect(() => edit(text)).toThrow(/at character/));

  it("restores every byte when its splices are undone, and leaves other values", () => {
    fc.assert(
      fc.property(document, (text) => {
        const { text: after, splices } = edit(text);
        expect(undoSplices(after, splices)).toBe(text);
        expect(after.startsWith(text)).toBe(true);
        expect(
          parseToml(after)
            .slice(0, parseToml(text).length)
            .map(({ path: one }) => one),
        ).toEqual(parseToml(text).map(({ path: one }) => one));
        expect(valueInToml(after, path)).toEqual(fields);
      }),
    );
  });

  it("removes what it added", () => {
    fc.assert(
      fc.property(document, (text) => {
        const removed = removeToml(startEditing(edit(text).text), path).text;
        expect(removed.trimEnd()).toBe(text.trimEnd());
        expect(valueInToml(removed, path)).toBeUndefined();
      }),
    );
  });
});
