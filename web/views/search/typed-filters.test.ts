import { describe, expect, it } from "vitest";
import { parseTypedFilters } from "./typed-filters.js";

describe("parseTypedFilters", () => {
  it("extracts filters from the text", () =>
    expect(parseTypedFilters("retry agent:codex file:pay.ts kind:decision payments")).toEqual({
      text: "retry payments",
      filters: { agent: "codex", file: "pay.ts", kinds: "decision" },
    }));

  it("accepts common names of kinds, agents and projects", () =>
    expect(parseTypedFilters("kind:sessions agent:Claude project:Shop", [{ id: "p1", name: "shop" }])).toEqual({
      text: "",
      filters: { kinds: "exchange", agent: "claude-code", project: "p1" },
    }));

  it("keeps a trailing space, and colons that are not part of a filter", () => {
    expect(parseTypedFilters("error: kind: http://x ")).toEqual({ text: "error: kind: http://x ", filters: {} });
    expect(parseTypedFilters("kind:fix")).toEqual({ text: "", filters: { kinds: "remediation" } });
  });
});
