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

  it("names a few mistakes in the settings, within its size", () => {
    const mistakes = Array.from({ length: 50 }, (_, i) => `logLevel in FILE${i} must be one of error, info, debug.`);
    const text = composeInstructions(undefined, mistakes);
    expect(text).toContain(mistakes[0]);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(2048);
  });

  it("explains itself outside a project too", () => {
    expect(composeInstructions(undefined)).toContain("call recall");
  });
});
