import { describe, expect, it } from "vitest";
import { frontMatterEnd, markdownHeadings } from "./markdown-blocks.js";

const headings = (text: string) =>
  markdownHeadings(text.split("\n")).map(({ level, path }) => [level, path.join(" / ")]);

describe("markdownHeadings", () => {
  it("names each heading with those it is under", () => {
    expect(headings("# Shop\n\n### Ports\n\n## Tests ##\n\nCI\n--\n\nOther\n=====\n")).toEqual([
      [1, "Shop"],
      [3, "Shop / Ports"],
      [2, "Shop / Tests"],
      [2, "Shop / CI"],
      [1, "Other"],
    ]);
  });

  it("finds none in code, comments, front matter or tables", () => {
    expect(headings("---\n# yaml\n---\n```sh\n# shell\n```\n<!--\n# gone\n-->\n    # code\n| a |\n|---|\n")).toEqual(
      [],
    );
  });

  it("drops the lines above and below a title", () => {
    expect(headings("=======\nRoadmap\n=======\n")).toEqual([[1, "Roadmap"]]);
  });
});

describe("frontMatterEnd", () => {
  it.each([
    ["---\ntitle: x\n---\ntext", 3],
    ["\ufeff---\r\n\r\ntitle: x\r\n---\r\ntext", 4],
    ["---\n---\n", 2],
    ["---\n\nA break, then text.\n\n---\n", 0],
    ["---\ntitle: x\n", 0],
  ])("of %j is line %i", (text, end) => expect(frontMatterEnd(text.split("\n"))).toBe(end));
});
