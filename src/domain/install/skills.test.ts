import { describe, expect, it } from "vitest";
import { tools } from "../../tools/catalog.js";
import { skills } from "./skills.js";

const descriptionOf = (text: string) => /^description: (.*)$/m.exec(text)?.[1] ?? "";

describe("skills for agents", () => {
  it.each(skills)("$name is a valid folder name", ({ name, text }) => {
    expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(name.length).toBeLessThanOrEqual(64);
    expect(text.startsWith(`---\nname: ${name}\ndescription: `)).toBe(true);
  });

  it.each(skills)("$name is short enough to load during a task", ({ text }) => {
    expect(descriptionOf(text).length).toBeGreaterThan(80);
    expect(descriptionOf(text).length).toBeLessThanOrEqual(300);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1800);
  });

  it("have short descriptions, which are always loaded", () => {
    expect(skills.reduce((sum, { name, text }) => sum + name.length + descriptionOf(text).length, 0)).toBeLessThan(900);
  });

  it.each(skills)("$name has a description that YAML parses unchanged", ({ text }) => {
    expect(descriptionOf(text)).not.toMatch(/: | #|^[[{&*!|>'"%@`]/);
  });

  it("hand over without a tenant, so that every agent finds what another saved", () => {
    const text = skills.find(({ name }) => name === "throughline-handover")?.text ?? "";
    for (const tool of ["checkpoint_save", "recall", "recall_read"]) expect(text).toContain(`\`${tool}\``);
    expect(text).toContain("Leave out tenant_id");
  });

  it.each(skills)("$name names only tools that exist", ({ text }) => {
    const toolNames = [...text.matchAll(/`([a-z]+(?:_[a-z]+)+)`/g)].map(([, tool]) => tool);
    expect(toolNames.length).toBeGreaterThan(0);
    expect(toolNames.filter((tool) => !tools.some(({ name }) => name === tool))).toEqual([]);
  });
});
