import { describe, expect, it } from "vitest";
import { type SharedSearch, sharedTools } from "./shared-tools.js";

const memory = (id: string, title: string, changes = {}) => ({
  id,
  title,
  content: "Always.",
  outcome: "success",
  confidence: 0.5,
  tags: ["go"],
  state: "candidate",
  ...changes,
});
const fix = (id: string, problem: string, changes = {}) => ({
  id,
  title: id,
  problem,
  root_cause: "r",
  solution: "s",
  category: "network",
  confidence: 0.5,
  usage_count: 0,
  scope: "org",
  project: "",
  ...changes,
});
const find = (tool: string, ...args: Parameters<SharedSearch["find"]>) =>
  (sharedTools[tool] as SharedSearch).find(...args);
const idsOf = (records: readonly { readonly id?: unknown }[]) => records.map(({ id }) => id);

describe("records on this machine", () => {
  it("ranks current memories by the words of the query", () => {
    const records = [
      memory("a", "Retry payments"),
      memory("b", "Close connection pools"),
      memory("c", "Pools and connection limits", { state: "superseded" }),
    ];
    expect(idsOf(find("memory_search", { query: "connection pool" }, records))).toEqual(["b"]);
    expect(find("memory_search", { query: "" }, records)).toEqual([]);
  });

  it("lists memories by state and tag, in their order", () => {
    const records = [memory("a", "A"), memory("b", "B", { state: "verified" }), memory("c", "C", { tags: ["web"] })];
    expect(idsOf(find("memory_list", {}, records))).toEqual(["a", "b", "c"]);
    expect(idsOf(find("memory_list", { state: "verified" }, records))).toEqual(["b"]);
    expect(idsOf(find("memory_list", { tag: "web" }, records))).toEqual(["c"]);
  });

  it("finds the fix of the same error first, and none of another project", () => {
    const records = [
      fix("near", "connect timeout to 10.0.0.1:5432 while starting"),
      fix("other", "connect ECONNREFUSED 127.0.0.1:5432", { scope: "project", project: "shop" }),
      fix("same", "connect ECONNREFUSED 127.0.0.1:5432"),
    ];
    const query = "connect ECONNREFUSED 10.1.2.3:5432";
    const found = find("remediation_search", { query, project_path: "web" }, records);
    expect(idsOf(found)[0]).toBe("same");
    expect(idsOf(found)).not.toContain("other");
    expect(found[0]).toMatchObject({ same_error: true, score: expect.any(Number) });
    expect(found[0]).not.toHaveProperty("project");
    expect(find("remediation_search", { query, category: "database" }, records)).toEqual([]);
  });
});
