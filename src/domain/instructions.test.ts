import { describe, expect, it } from "vitest";
import type { ProjectHeader } from "./context/project-header.js";
import { composeInstructions } from "./instructions.js";

const aProject = (facts: Partial<ProjectHeader> = {}): ProjectHeader => ({
  name: "shop",
  stack: [],
  conventions: [],
  knowledge: [],
  decisions: 0,
  skills: [],
  needAttention: [],
  currentTask: "",
  ...facts,
});

describe("composeInstructions", () => {
  it("names what the project has", () => {
    const text = composeInstructions(
      aProject({
        knowledge: ["stack"],
        conventions: ["git"],
        decisions: 3,
        skills: ["deploy"],
        needAttention: ["deploy"],
      }),
    );
    expect(text).toContain("Project shop");
    for (const name of ["stack", "git", "Decisions: 3", "Skills that need attention: deploy"])
      expect(text).toContain(name);
  });

  it("stays within two kilobytes whatever the project has", () => {
    const many = Array.from({ length: 5000 }, (_, i) => `ключ-${i}`);
    const text = composeInstructions(
      aProject({ knowledge: many, conventions: many, skills: many, needAttention: many }),
    );
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(2048);
    expect(text).toMatch(/ключ-0.* and \d+ more\./);
  });

  it("explains itself outside a project too", () => {
    expect(composeInstructions(undefined)).toContain("memory_search");
  });
});
