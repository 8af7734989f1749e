import { describe, expect, it } from "vitest";
import { describeChanges } from "./commit-store.js";

describe("describeChanges", () => {
  it("names the entries that changed", () => {
    const paths = [
      "knowledge/b.md",
      "knowledge/a.md",
      "conventions/git.md",
      "knowledge/decisions/0012-x.md",
      "skills/run/SKILL.md",
    ];
    expect(describeChanges([...paths, "knowledge/.meta.json", "manifest.json"])).toBe(
      "ctx: git, a, b, decision 12, skill run",
    );
  });

  it("names the store's own records only when no entry changed", () => {
    expect(describeChanges(["history/sessions.ndjson", "manifest.json"])).toBe("ctx: history, manifest");
    expect(describeChanges(["knowledge/.meta.json"])).toBe("ctx: update context");
  });

  it("stays one line for a thousand entries", () => {
    const many = Array.from({ length: 1000 }, (_, i) => `knowledge/entry-${i}.md`);
    expect(describeChanges(many)).toMatch(/^ctx: (entry-\d+, ){7}entry-\d+ and 992 more$/);
  });
});
