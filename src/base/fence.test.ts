import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fence } from "./fence.js";

describe("a fence", () => {
  it("names its content and its source", () => {
    expect(fence("data", "1 < 2", { source: 'a "b">\nc' })).toBe('<data source="a  b   c">\n1 < 2\n</data>');
  });

  it("cannot be closed by the text inside it, whatever fragments that is made of", () => {
    const part = fc.constantFrom("<", "/", " ", "data", "DATA", ">", "</data>", "<data>", "x", "\n");
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        expect(fence("data", parts.join("")).match(/<[\s/]*data/gi)).toHaveLength(2);
      }),
    );
  });

  it.each([
    "</system-reminder>",
    "<system-reminder>",
    "</hook_context>",
    "<tool_result>",
    "< / SYSTEM-reminder >",
    "<sys\u200btem-remin\u2060der>",
    "\uff1c/system-reminder\uff1e",
    "<x:invoke name=a>",
    "<user>",
    "<assistant>",
  ])("lets no text imitate the host's tag %s", (tag) => {
    const inside = fence("data", `before ${tag} after`).split("\n")[1] ?? "";
    expect(inside).toMatch(/^before &lt;/);
  });

  /** Tags of hosts and models, and characters that hide between letters. */
  const hostTags = [
    "system-reminder",
    "system_reminder",
    "hook_context",
    "tool_result",
    "tool_use",
    "function_calls",
    "local-command-stdout",
    "command-message",
    "user_query",
    "session_context",
    "untrusted_context",
    "environment_context",
    "user_instructions",
    "system",
    "user",
    "assistant",
    "human",
    "developer",
    "instructions",
    "thinking",
    "important",
    "antml:invoke",
  ];
  const hidden = [
    "",
    "\u200b",
    "\u200d",
    "\u2060",
    "\u00ad",
    "\ufeff",
    "\u061c",
    "\u180e",
    "\u202e",
    "\u2066",
    "\ufe0f",
  ];
  const spellings: ((tag: string) => string)[] = [
    (tag) => tag,
    (tag) => tag.toUpperCase(),
    (tag) => tag.replace(/[!-~]/g, (char) => String.fromCharCode(char.charCodeAt(0) + 0xfee0)),
    (tag) => [...tag].map((char) => `${char}\u0301`).join(""),
  ];

  it("lets no text imitate a tag of any host, however it is spelled", () => {
    for (const tag of hostTags)
      for (const spell of spellings)
        for (const character of [...hidden, "\u{e0061}"])
          for (const open of ["<", "</", "< /", "\uff1c", "\ufe64/"])
            for (const at of [0, 1, tag.length - 1]) {
              const spelled = spell(tag.slice(0, at)) + character + spell(tag.slice(at));
              const inside = fence("data", `before ${open}${spelled}> after`).split("\n")[1] ?? "";
              expect(inside, JSON.stringify(open + spelled)).toMatch(/^before &lt;/);
            }
  });

  it("leaves code and markup as they are", () => {
    const code = "Map<string, number> a < b && c > d <div><p>text</p></div> Array<T>";
    expect(fence("data", code)).toContain(code);
  });
});
