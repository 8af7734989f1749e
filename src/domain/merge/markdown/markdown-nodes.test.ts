import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { markdownText } from "../../../../test/arbitraries/markdown.js";
import { inOrder, type MarkdownNode, parseMarkdown, wholeText } from "./markdown-nodes.js";

const writeDocument = (document: MarkdownNode) =>
  Array.from(inOrder(document), (node) => node.text + node.gap).join("");
const outline = (node: MarkdownNode): unknown[] => node.sections.map((each) => [each.text, ...outline(each)]);

describe("parseMarkdown", () => {
  it("writes back exactly what it read", () => {
    const text = fc.oneof(
      markdownText,
      fc.string({ unit: "binary" }),
      fc.string({ unit: fc.constantFrom(..."#-`|:=~<!> \n\ta1.") }),
    );
    fc.assert(
      fc.property(text, (text) => {
        expect(writeDocument(parseMarkdown(text))).toBe(text);
      }),
    );
  });

  it("builds a tree of headings of every level and both styles", () => {
    const text = "Title\n=====\n\n## A\n\n### A1\n\nB\n-\n\n###### B1 ######\n# C\n";
    expect(outline(parseMarkdown(text))).toEqual([
      ["Title\n=====", ["## A", ["### A1"]], ["B\n-", ["###### B1 ######"]]],
      ["# C"],
    ]);
  });

  it("finds no headings in fenced code, HTML comments and front matter", () => {
    const text =
      "---\n# a: comment\ntitle: x\n---\n\n~~~~\n## a\n```\n## b\n~~~~\n\n<!--\n## c\n-->\n\n- item\n  ```sh\n  # d\n  ```\n\n## real\n";
    expect(outline(parseMarkdown(text))).toEqual([["## real"]]);
  });

  it("does not treat hashtags, rules and table rules as headings", () => {
    expect(outline(parseMarkdown("#tag\n\n---\n\n- item\n---\n\na | b\n--|--\n1 | 2\n"))).toEqual([]);
  });

  it("nests list items and keeps continuation lines with their item", () => {
    const [list] = parseMarkdown("- a\n  more a\n\n  and more\n  - b\n    - c\n\n  still a\n- d\n").units;
    expect(list?.text).toBe("- a\n  more a\n\n  and more");
    expect(list?.units.map(wholeText)).toEqual(["  - b\n    - c", "  still a"]);
  });

  it("parses each table row as its own node", () => {
    const { units } = parseMarkdown("intro:\n\n| a | b |\n|---|---|\n| 1 | 2 |\nafter\n");
    expect(units.map(({ kind, level }) => [kind, level])).toEqual([
      ["text", 0],
      ["row", 0],
      ["row", 1],
      ["row", 2],
      ["text", 0],
    ]);
  });
});
