import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readSkillFile, writeSkillFile } from "./skill-store.js";

describe("a SKILL.md", () => {
  it("preserves any description and body", () => {
    const line = fc.constantFrom("Runs: it", "# x", "---", "'quoted\"", "- a", "true", "{}", "é", "");
    const text = fc.array(line, { minLength: 1, maxLength: 4 }).map((lines) => lines.join("\n").trim());
    fc.assert(
      fc.property(text, text, (description, instructions) => {
        const read = readSkillFile(writeSkillFile({ name: "run", description, instructions }, undefined));
        expect({ name: read.name, description: read.description, body: read.body }).toEqual({
          name: "run",
          description,
          body: instructions,
        });
      }),
    );
  });

  it("keeps the other fields of the version before", () => {
    const before = "---\nname: run\ndescription: old\nlicense: MIT\nmetadata:\n  a: [1, 2]\n---\nold\n";
    const after = writeSkillFile({ name: "run", description: "new", instructions: "new" }, before);
    expect(after).toMatch(/^---\nname: run\ndescription: new\nlicense: MIT\nmetadata:\n {2}a:/);
  });

  it.each([
    ["no frontmatter", "just text", "It has no frontmatter."],
    ["broken YAML", "---\nname: [\n---\nx", "Its frontmatter is not valid YAML"],
    ["a list for frontmatter", "---\n- a\n---\nx", "Its frontmatter is not a map."],
    ["no description", "---\nname: x\n---\nx", "It has no description."],
  ])("with %s is read as far as possible, and the problem is reported", (_, text, problem) => {
    expect(readSkillFile(text).problem).toContain(problem);
  });

  it("cannot exhaust memory through aliases", () => {
    const bomb = `---\na: &a [x, x]\n${Array.from({ length: 9 }, (_, i) => `b${i}: &b${i} [*a, *a]`).join("\n")}\ndescription: d\n---\n`;
    expect(readSkillFile(bomb).description).toBe("d");
  });
});
