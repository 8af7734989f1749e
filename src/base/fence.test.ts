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

  it("leaves code and markup as they are", () => {
    const code = "Map<string, number> a < b && c > d <div><p>text</p></div> Array<T>";
    expect(fence("data", code)).toContain(code);
  });
});
