import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { alignSections, joinSections, keepBoth } from "./sections.js";

const base = "# A\n\none\n\n# B\n\ntwo\n";

describe("alignSections", () => {
  it("leaves open only sections that both sides changed differently", () => {
    const ours = base.replace("one", "uno").replace("two", "dos");
    const theirs = base.replace("two", "zwei");
    const sections = alignSections(base, ours, theirs);
    expect(sections.map(({ heading, resolution }) => [heading, resolution])).toEqual([
      ["# A", "# A\n\nuno\n\n"],
      ["# B", undefined],
    ]);
  });

  it("keeps sections that only one side added, at their position", () => {
    const sections = alignSections(base, base, "# A\n\none\n\n# New\n\nx\n\n# B\n\ntwo\n");
    expect(sections.map(({ heading }) => heading)).toEqual(["# A", "# New", "# B"]);
    expect(sections.every(({ resolution }) => resolution !== undefined)).toBe(true);
  });

  it("does not treat a line of a code block as a heading", () => {
    expect(alignSections("", "```\n# no heading\n```\n", "").map(({ heading }) => heading)).toEqual([""]);
  });

  it("keeps both versions under one heading", () => {
    expect(keepBoth("# B", "# B\n\ndos\n", "# B\n\nzwei\n")).toBe("# B\n\ndos\n\nzwei\n");
    expect(keepBoth("# B", "", "# B\n\nzwei\n")).toBe("# B\n\nzwei\n");
    expect(keepBoth("", "uno\n", "eins\n")).toBe("uno\n\neins\n");
  });

  it("restores a side from its own sections", () => {
    const line = fc.constantFrom("# A", "# B", "## C", "text", "", "```");
    fc.assert(
      fc.property(fc.array(line), fc.array(line), (a, b) => {
        const [ours, theirs] = [a.join("\n"), b.join("\n")];
        const sections = alignSections("", ours, theirs);
        const ourSections = sections
          .filter((section) => section.ours !== undefined)
          .map((section) => section.ours ?? "");
        expect(joinSections(ourSections)).toBe(ours);
      }),
    );
  });
});
