import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitNote } from "./split-note.js";

describe("splitNote", () => {
  it("splits a note by its headings, and titles each section with its heading path", () => {
    const text = "Be brief.\n\n# Shop\n\n## Tests\n\nPin every port.\n\n### CI\n\nNode 22 only.\n\n## Style\n\nTabs.\n";
    expect(splitNote("CLAUDE.md", text)).toEqual([
      { title: "CLAUDE.md", content: "Be brief." },
      { title: "Shop: Tests", content: "Pin every port." },
      { title: "Tests: CI", content: "Node 22 only." },
      { title: "Shop: Style", content: "Tabs." },
    ]);
  });

  it("does not split a note that has a name", () => {
    const text =
      "---\nname: ports\ndescription: Ports in tests\nmetadata:\n  type: project\n---\n\n# Ports\n\nPin them.\n";
    expect(splitNote("ports.md", text)).toEqual([{ title: "Ports in tests", content: "# Ports\n\nPin them." }]);
  });

  it("skips links to other notes and blocks of other programs", () => {
    const text =
      "# Memory\n\n- [Ports](ports.md) pinned\n@docs/style.md\n<claude-mem-context>\n# Recent\n\nthings\n</claude-mem-context>\n<!-- throughline:start 0 -->\nours\n<!-- throughline:end -->\nReal words.\n";
    expect(splitNote("MEMORY.md", text)).toEqual([{ title: "Memory", content: "Real words." }]);
  });

  it("splits a list of facts into single facts", () => {
    const text = "## Gemini Added Memories\n- Pin the port to 4010.\n- The user likes tabs.\n";
    expect(splitNote("GEMINI.md", text).map(({ content }) => content)).toEqual([
      "Pin the port to 4010.",
      "The user likes tabs.",
    ]);
  });

  it("ignores headings in a code block", () => {
    const text = "# Run\n\n```sh\n# not a heading\nnpm test\n```\n\nafter\n";
    expect(splitNote("CLAUDE.md", text)).toEqual([
      { title: "Run", content: "```sh\n# not a heading\nnpm test\n```\n\nafter" },
    ]);
  });

  it("splits a long section between paragraphs", () => {
    const paragraph = "word ".repeat(500).trim();
    const sections = splitNote("CLAUDE.md", `# Long\n\n${[paragraph, paragraph, paragraph].join("\n\n")}\n`);
    expect(sections.map(({ title }) => title)).toEqual(["Long", "Long (2)"]);
  });

  it("never fails and never adds words", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("#", " ", "\n", "a", "`", "-", "[", "\r") }), (text) => {
        for (const { title, content } of splitNote("n", text)) {
          expect(content.trim()).not.toBe("");
          expect(title.length).toBeLessThanOrEqual(100);
          for (const line of content.split("\n")) expect(text.replaceAll("\r\n", "\n")).toContain(line.trim());
        }
      }),
    );
  });
});
