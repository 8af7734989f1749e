import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { insertEntry, removeEntries, removeInserted } from "./edit-settings.js";

const entry = {
  matcher: "",
  hooks: [{ type: "command", command: "throughline hook --host claude-code --event Stop" }],
};
const path = ["hooks", "Stop"];

const foreign = `{
  // mine, do not touch
  "model": "opus",
  "hooks": {
    "Stop": [ { "hooks": [ { "type": "command", "command": "say done" } ] } ], /* loud */
    "PreToolUse": [],
  },
}
`;

describe("insertEntry and removeInserted", () => {
  it.each([
    ["a file with other hooks and comments", foreign],
    ["an empty object", "{}"],
    ["an empty list", '{"hooks":{"Stop":[]}}'],
    ["an object without hooks", '{\n  "a": 1\n}\n'],
    ["no hooks of that event", '{ "hooks": { "SessionEnd": [1] } }'],
  ])("gives %s back byte for byte", (_, text) => {
    const added = insertEntry(text, path, entry);
    expect(added?.text).toContain("throughline hook");
    expect(removeInserted(added?.text ?? "", added?.inserted ?? "")).toBe(text);
  });

  it("adds behind what is there, so that others keep their place", () => {
    const added = insertEntry(foreign, path, entry)?.text ?? "";
    expect(added.indexOf("say done")).toBeLessThan(added.indexOf("throughline hook"));
    expect(added).toContain("// mine, do not touch");
  });

  it("makes JSON of JSON, whatever is in it", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.boolean(), (value, isSpaced) => {
        fc.pre(!("hooks" in value));
        const text = JSON.stringify(value, null, isSpaced ? 2 : 0);
        const added = insertEntry(text, path, entry);
        expect(JSON.parse(added?.text ?? "")).toEqual({ ...JSON.parse(text), hooks: { Stop: [entry] } });
        expect(removeInserted(added?.text ?? "", added?.inserted ?? "")).toBe(text);
      }),
    );
  });

  it("refuses what is not JSON, and lists that are none", () => {
    expect(insertEntry("{ not json", path, entry)).toBeUndefined();
    expect(insertEntry('{"hooks": {"Stop": "mine"}}', path, entry)).toBeUndefined();
  });
});

describe("removeEntries", () => {
  it("takes only ours out of a file that somebody reformatted", () => {
    const text = JSON.stringify({ hooks: { Stop: [{ command: "say done" }, entry] } });
    expect(JSON.parse(removeEntries(text, (one) => one.includes("throughline hook")))).toEqual({
      hooks: { Stop: [{ command: "say done" }] },
    });
  });
});
