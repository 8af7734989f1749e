import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { divergence, document, sentence } from "../../../../test/arbitraries/markdown.js";
import { mergeFile } from "../merge-file.js";
import { mergedText } from "../merge-result.js";
import { mergeText } from "../text/merge-lines.js";
import { findDoubledBlocks, isReliable } from "./merge-markdown.js";

type Texts = { base: string; ours: string; theirs: string };

const mergeMarkdown = (base: string, ours: string, theirs: string) => {
  const merge = mergeFile("a.md", base, ours, theirs);
  if (merge.kind === "deleted") throw new Error("A file that both sides have cannot be deleted.");
  return merge;
};

const checkProperty = (check: (texts: Texts) => void) => fc.assert(fc.property(divergence, check), { numRuns: 400 });

/** The conflict-free merge of three texts that conflict by lines, which must be the same from either side. */
function mergeCleanly({ base, ours, theirs }: Texts): string {
  expect(mergeText(base, ours, theirs).kind).toBe("conflicted");
  const merge = mergeMarkdown(base, ours, theirs);
  expect(merge).toEqual(mergeMarkdown(base, theirs, ours));
  expect(merge.kind).toBe("merged");
  return merge.text;
}

function conflicts(merge: ReturnType<typeof mergeMarkdown>) {
  return merge.kind === "merged" ? [] : merge.conflicts;
}

const lines = (text: string) => text.split("\n").filter((line) => line.trim() !== "");

describe("mergeMarkdown", () => {
  it("returns the side that changed when the other did not", () => {
    checkProperty(({ base, ours, theirs }) => {
      expect(mergeMarkdown(base, ours, base)).toEqual({ kind: "merged", text: ours });
      expect(mergeMarkdown(base, base, theirs)).toEqual({ kind: "merged", text: theirs });
    });
  });

  it("returns equal changes of both sides", () => {
    checkProperty(({ base, ours }) => {
      expect(mergeMarkdown(base, ours, ours)).toEqual({ kind: "merged", text: ours });
    });
  });

  it("is the line merge wherever that has no conflict and doubles no block", () => {
    checkProperty(({ base, ours, theirs }) => {
      const merge = mergeText(base, ours, theirs);
      if (merge.kind !== "merged") return;
      const isDoubling = findDoubledBlocks(merge.text, { base, ours, theirs }).size > 0;
      const markdown = mergeMarkdown(base, ours, theirs);
      if (isDoubling) expect(markdown.kind).toBe("conflicted");
      else expect(markdown).toEqual(merge);
    });
  });

  const guide = (...parts: string[]) => `# Guide\n\n${parts.join("\n\n")}\n`;
  const far = Array.from({ length: 40 }, (_, i) => `## Part ${i}\n\nThe text of part ${i} here.`);

  it.each<[string, string[], string[], string[]]>([
    [
      "add code that shares lines",
      far,
      ["```yaml\napiVersion: scheduling.example.io/v1beta1\nkind: Pod\n```", ...far],
      [...far, "```yaml\napiVersion: scheduling.example.io/v1beta1\nkind: Service\n```"],
    ],
    [
      "add paragraphs with one line in common",
      far,
      ["The first new paragraph\nremoves the field from new Pods.", ...far],
      [...far, "Another new paragraph\nremoves the field from new Pods."],
    ],
    [
      "add a block that the document repeats",
      ["**back to the top of it**", ...far, "**back to the top of it**"],
      [
        "**back to the top of it**",
        "Ours is new here.",
        "**back to the top of it**",
        ...far,
        "**back to the top of it**",
      ],
      [
        "**back to the top of it**",
        ...far,
        "**back to the top of it**",
        "Theirs is new here.",
        "**back to the top of it**",
      ],
    ],
    [
      "add sections with the same heading",
      far,
      ["## Example\n\nOurs is the first example.", ...far],
      [...far, "## Example\n\nTheirs is the second example."],
    ],
    [
      "move and remove text",
      far,
      [...far.slice(20, 22), ...far.slice(0, 20), ...far.slice(22)],
      far.map((part, i) => (i === 35 ? "The text of part 35 without its heading." : part)),
    ],
  ])("merges as git does when both sides %s", (_, base, ours, theirs) => {
    const [b, o, t] = [guide(...base), guide(...ours), guide(...theirs)];
    expect(mergeMarkdown(b, o, t)).toEqual(mergeText(b, o, t));
    expect(mergeMarkdown(b, o, t).kind).toBe("merged");
  });

  it("has a conflict where a block was added twice, and nowhere else", () => {
    const news = "- Fixed a bug in which a file was moved twice.";
    const [ours, theirs] = [guide(news, ...far), guide(...far, news)];
    const edit = (text: string, from: number) =>
      text.replaceAll(/The text of part (\d+) here/g, (line, i) =>
        i % 4 === from ? `${line}, changed by ${from}` : line,
      );
    const merge = mergeMarkdown(guide(...far), edit(ours, 0), edit(theirs, 2));
    expect(merge).toMatchObject({ kind: "conflicted", conflicts: [{ theirs: "" }, { ours: "" }] });
    const sides = merge.kind === "conflicted" ? Object.values(merge.partial) : [];
    for (const side of sides) {
      expect(side?.split(news)).toHaveLength(2);
      expect(side?.match(/changed by [02]/g)).toHaveLength(20);
    }
  });

  it("is symmetric in the two sides", () => {
    checkProperty(({ base, ours, theirs }) => {
      const [one, other] = [mergeMarkdown(base, ours, theirs), mergeMarkdown(base, theirs, ours)];
      if (one.kind === "merged" || other.kind === "merged") expect(other).toEqual(one);
      else {
        expect(other.partial).toEqual({ ours: one.partial.theirs, theirs: one.partial.ours });
        expect(other.conflicts.map(({ ours, theirs }) => ({ ours: theirs, theirs: ours }))).toEqual(
          one.conflicts.map(({ ours, theirs }) => ({ ours, theirs })),
        );
      }
    });
  });

  it("keeps every line that one side wrote, in the text or in a conflict", () => {
    // Lines that a merge may combine with the other side's version are covered by the examples below.
    const words = (text: string) =>
      lines(text)
        .filter((line) => !/^[-|\s\d]|^tags:/.test(line))
        .map((line) => line.replace(/^#+/, ""));
    checkProperty(({ base, ours, theirs }) => {
      const before = new Set(words(base));
      const after = new Set(words(mergeMarkdown(base, ours, theirs).text));
      const newLines = [...words(ours), ...words(theirs)].filter((line) => !before.has(line));
      expect(newLines.filter((line) => !after.has(line))).toEqual([]);
    });
  });

  it("merges edits of different sections without a conflict, both present", () => {
    fc.assert(
      fc.property(fc.tuple(document, fc.nat(), fc.nat(), sentence, sentence), ([parts, at, to, left, right]) => {
        const headings = parts.flatMap((part, i) => (/^#/.test(part) ? [i] : []));
        const [i, j] = [headings[at % headings.length] ?? -1, headings[to % headings.length] ?? -1];
        fc.pre(i !== j);
        const edit = (index: number, text: string) => parts.toSpliced(index + 1, 0, `${text}!\n\n`).join("");
        const merge = mergeMarkdown(parts.join(""), edit(i, `a ${left}`), edit(j, `b ${right}`));
        expect(merge.kind).toBe("merged");
        expect(merge.text).toContain(`a ${left}!`);
        expect(merge.text).toContain(`b ${right}!`);
      }),
      { numRuns: 300 },
    );
  });

  it("keeps new sections of both sides", () => {
    const text = mergeCleanly({
      base: "# T\n\nx\n",
      ours: "# T\n\nx\n\n## A\n\na\n",
      theirs: "# T\n\nx\n\n## B\n\nb\n",
    });
    expect(text).toBe("# T\n\nx\n\n## A\n\na\n\n## B\n\nb\n");
  });

  it("adds a blank line where a missing final newline would glue text and heading", () => {
    const text = mergeCleanly({ base: "## A\n\na", ours: "## A\n\na\n\n## B\n\nb", theirs: "## A\n\na\n\n## C\n\nc" });
    expect(text).toBe("## A\n\na\n\n## B\n\nb\n\n## C\n\nc");
  });

  it("keeps a new subsection inside its section when the other side adds a section after it", () => {
    const text = mergeCleanly({
      base: "## A\n\na\n",
      ours: "## A\n\na\n\n## Z\n\nz\n",
      theirs: "## A\n\na\n\n### A1\n\na1\n",
    });
    expect(text).toBe("## A\n\na\n\n### A1\n\na1\n\n## Z\n\nz\n");
  });

  it("keeps duplicate headings and headings that differ in case apart", () => {
    const base = "## Notes\n\none\n\n## Notes\n\ntwo\n";
    const text = mergeCleanly({
      base,
      ours: "## Notes\n\none\n\n## Notes\n\ntwo\n\n## todo\n\n- x\n",
      theirs: "## Notes\n\none!\n\n## Notes\n\ntwo\n\n## Todo\n\n- x\n",
    });
    expect(text.match(/^## .*/gm)).toEqual(["## Notes", "## Notes", "## Todo", "## todo"]);
    expect(text).toContain("one!");
  });

  it("follows a moved section with the other side's edit", () => {
    const text = mergeCleanly({
      base: "## A\n\na\n\n## B\n\nb\n\n## C\n\nc\n",
      ours: "## C\n\nc\n\n## A\n\na\n\n## B\n\nb\n",
      theirs: "## A\n\na\n\n## B\n\nb\n\n## C\n\nc, changed\n",
    });
    expect(text).toBe("## C\n\nc, changed\n\n## A\n\na\n\n## B\n\nb\n");
  });

  it("follows a renamed section with the other side's edit", () => {
    const text = mergeCleanly({
      base: "## Deploy\nrun make deploy from main\n",
      ours: "## Releases\nrun make deploy from main\n",
      theirs: "## Deploy\nrun make deploy from main and wait\n",
    });
    expect(text).toBe("## Releases\nrun make deploy from main and wait\n");
  });

  it("keeps list items that both sides added at the same position, and a deletion next to them", () => {
    const text = mergeCleanly({
      base: "- a\n- b\n- c\n",
      ours: "- a\n- c\n- ours\n",
      theirs: "- a\n- b\n- c\n- theirs\n",
    });
    expect(text).toBe("- a\n- c\n- ours\n- theirs\n");
  });

  it("keeps nested items under their parent when both sides add items", () => {
    const text = mergeCleanly({ base: "- a\n  - a1\n", ours: "- a\n  - a1\n- b\n", theirs: "- a\n  - a1\n  - a2\n" });
    expect(text).toBe("- a\n  - a1\n  - a2\n- b\n");
  });

  it("merges a ticked box with a reworded task", () => {
    const text = mergeCleanly({
      base: "- [ ] ship it\n",
      ours: "- [x] ship it\n",
      theirs: "- [ ] ship it on Friday\n",
    });
    expect(text).toBe("- [x] ship it on Friday\n");
  });

  it("merges table rows by their cells and adds rows of both sides", () => {
    const head = "| key | owner | state |\n|---|---|---|\n";
    const text = mergeCleanly({
      base: `${head}| a | x | open |\n`,
      ours: `${head}| a | y | open |\n| b | x | new |\n`,
      theirs: `${head}| a | x | done |\n| c | x | new |\n`,
    });
    expect(text).toBe(`${head}| a | y | done |\n| b | x | new |\n| c | x | new |\n`);
  });

  it("merges front matter by key and lists in it as sets", () => {
    const text = mergeCleanly({
      base: "---\nname: x\ntags: [a, b]\nupdated: 2026-01-01\n---\nbody\n",
      ours: "---\nname: y\ntags: [a, b, c]\nupdated: 2026-01-03\n---\nbody\n",
      theirs: "---\nname: x\ntags: [b, d]\nupdated: 2026-01-02\nowner: z\n---\nbody\n",
    });
    expect(text).toBe("---\nname: y\ntags: [b, c, d]\nupdated: 2026-01-03\nowner: z\n---\nbody\n");
  });

  it("keeps CRLF, and combines a change of line endings with the other side's edit", () => {
    const crlf = (text: string) => text.replaceAll("\n", "\r\n");
    const [base, ours, theirs] = ["- a\n", "- a\n- b\n", "- a\n- c\n"];
    expect(mergeCleanly({ base: crlf(base), ours: crlf(ours), theirs: crlf(theirs) })).toBe(crlf("- a\n- b\n- c\n"));
    expect(mergeCleanly({ base, ours: crlf(base), theirs })).toBe(crlf(theirs));
  });

  it("reports the section, the reason and both versions of each remaining conflict", () => {
    const merge = mergeMarkdown(
      "# T\n\n## A\n\nold\n\n- x\n",
      "# T\n\n## A\n\nmine\n\n- x\n- y\n",
      "# T\n\n## A\n\nyours\n\n- x\n- z\n",
    );
    expect(conflicts(merge)).toEqual([
      { section: "T > A", reason: "both changed", base: "old\n", ours: "mine\n", theirs: "yours\n" },
    ]);
    expect(merge.text).toBe("# T\n\n## A\n\n<<<<<<< ours\nmine\n=======\nyours\n>>>>>>> theirs\n\n- x\n- y\n- z\n");
    expect(merge).toMatchObject({
      partial: { ours: "# T\n\n## A\n\nmine\n\n- x\n- y\n- z\n", theirs: "# T\n\n## A\n\nyours\n\n- x\n- y\n- z\n" },
    });
  });

  it("reports a section that one side deleted and the other changed as a conflict", () => {
    const base = "## A\n\na\n\n## B\n\nb\n";
    const merge = mergeMarkdown(base, "## A\n\na\n", "## A\n\na\n\n## B\n\nb, changed\n");
    expect(conflicts(merge)).toEqual([
      { section: "B", reason: "deleted by ours", base: "## B\n\nb\n", ours: "", theirs: "## B\n\nb, changed\n" },
    ]);
    expect(merge).toMatchObject({ partial: { ours: "## A\n\na\n", theirs: "## A\n\na\n\n## B\n\nb, changed\n" } });
  });

  it("reports a conflict when both sides add prose at the same position", () => {
    const merge = mergeMarkdown("## A\n", "## A\n\nmine\n", "## A\n\nyours\n");
    expect(conflicts(merge)).toMatchObject([{ reason: "both added", ours: "mine\n", theirs: "yours\n" }]);
  });

  const deploy =
    "Build the image, push it to the registry, then restart the service.\n\n- watch the dashboard for ten minutes\n";

  it("keeps a body once when both sides rewrote a draft under different titles", () => {
    const merge = mergeMarkdown("# Deploy (draft)\n", `# Deploy\n\n${deploy}`, `# Deployment\n\n${deploy}`);
    expect(merge.text.split("Build the image")).toHaveLength(2);
    expect(conflicts(merge)).toMatchObject([{ ours: "# Deploy\n", theirs: "# Deployment\n" }]);
  });

  it("never puts the items of one new section under another of both sides' repeated headings", () => {
    const ours =
      "# Plan\n\n## Alpha\n\n## Todo\n\n- write the alpha parser\n\n## Done\n\n- design of the alpha format\n";
    const theirs =
      "# Plan\n\n## Beta\n\n## Done\n\n- beta release notes sent\n\n## Todo\n\n- collect the beta feedback\n";
    const merge = mergeMarkdown("# Plan\n", ours, theirs);
    for (const text of merge.kind === "merged" ? [merge.text] : [merge.partial.ours, merge.partial.theirs]) {
      const sections = (text ?? "").split(/^(?=## (?:Alpha|Beta)$)/m);
      expect(sections.filter((one) => one.startsWith("## Alpha") && /beta/.test(one))).toEqual([]);
      expect(sections.filter((one) => one.startsWith("## Beta") && /alpha/.test(one))).toEqual([]);
    }
  });

  it("reports a line merge that duplicates a paragraph as a conflict", () => {
    const filler = Array.from({ length: 12 }, (_, i) => `Paragraph number ${i} of the handbook.\n\n`);
    const rule = "Rotate the signing key every ninety days.\n\n";
    const base = filler.join("");
    const merge = mergeMarkdown(base, filler.toSpliced(2, 0, rule).join(""), filler.toSpliced(10, 0, rule).join(""));
    expect(merge.kind).toBe("conflicted");
  });
});

describe("isReliable", () => {
  const texts = {
    base: "# Guide\n\nrun the installer\n\nstart the program\n",
    ours: "# Guide\n\nrun the new installer\n\nstart the program\n",
    theirs: "# Guide\n\nrun the installer\n\nstart the program\n\nstop the program again\n",
  };
  const correct = "# Guide\n\nrun the new installer\n\nstart the program\n\nstop the program again\n";

  it("accepts a merge that has the changes of both sides", () => {
    expect(isReliable(mergedText(correct), texts, [])).toBe(true);
  });

  it("finds a lost line, unless it was combined with another", () => {
    const lossy = mergedText(correct.replace("run the new installer\n\n", ""));
    expect(isReliable(lossy, texts, [])).toBe(false);
    expect(isReliable(lossy, texts, ["run the new installer"])).toBe(true);
  });

  it("finds a block that both sides added, and that the merge has more often than either", () => {
    const list = (...items: string[]) => `# Proposals\n\n${items.map((item) => `- the ${item} proposal\n`).join("")}`;
    const both = { base: list("first"), ours: list("new", "first"), theirs: list("first", "new") };
    expect(isReliable(mergedText(list("new", "first")), both, [])).toBe(true);
    expect(isReliable(mergedText(list("new", "first", "new")), both, [])).toBe(false);
  });
});
