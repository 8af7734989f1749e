import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { callAs } from "../../../test/support/call-as.js";
import { type TestApp, testApp } from "../../../test/support/test-app.js";

const fix = {
  title: "Database was not started",
  problem: "Error: connect ECONNREFUSED 127.0.0.1:5432",
  root_cause: "PostgreSQL was down",
  solution: "docker compose up db",
  category: "database",
  tenant_id: "t1",
  scope: "org",
};

describe("remediations", () => {
  let app: TestApp;
  let call: ReturnType<typeof callAs>;
  beforeEach(async () => {
    app = await testApp();
    call = callAs(app);
  });
  afterEach(() => app.remove());

  const record = async (more: object = {}) => (await call("remediation_record", { ...fix, ...more })).id;
  const search = async (query: string, more: object = {}) => {
    const { remediations } = await call("remediation_search", { query, tenant_id: "t1", ...more });
    return remediations as { id: string; score: number; scope: string; same_error: boolean; usage_count: number }[];
  };

  it("rank the same error with other numbers and paths above one that shares more words", async () => {
    const same = await record();
    await record({
      title: "ECONNREFUSED when connecting to 10.0.0.9:6543",
      problem: "connect fails to 10.0.0.9:6543 sometimes, ECONNREFUSED",
    });
    const [first] = await search("2026-02-03T10:00:00Z Error: connect ECONNREFUSED 10.0.0.9:6543");
    expect(first).toMatchObject({ id: same, same_error: true });
  });

  it("are found in the named scope, and in wider ones on request", async () => {
    const [project_path, team_id] = ["/work/shop", "core"];
    const ids = {
      org: await record({ solution: "a" }),
      team: await record({ scope: "team", team_id, solution: "b" }),
      project: await record({ scope: "project", project_path, solution: "c" }),
    };
    const scopes = async (more: object) => (await search(fix.problem, more)).map(({ scope }) => scope);
    expect(await scopes({ scope: "project", project_path })).toEqual(["project"]);
    expect(await scopes({ scope: "project", project_path, team_id, include_hierarchy: true })).toEqual([
      "project",
      "team",
      "org",
    ]);
    expect(await scopes({ scope: "team", team_id, include_hierarchy: true })).toEqual(["team", "org"]);
    expect(await scopes({ scope: "project", project_path: "/work/web" })).toEqual([]);
    expect(await scopes({})).toEqual(["org"]);
    expect(new Set(Object.values(ids)).size).toBe(3);
  });

  it("show one fix once, from its narrowest scope", async () => {
    await record();
    await record({ scope: "project", project_path: "/work/shop" });
    expect(await search(fix.problem, { project_path: "/work/shop" })).toMatchObject([{ scope: "project" }]);
  });

  it("count their use and change their confidence with feedback", async () => {
    const remediation_id = await record({ confidence: 0.85 });
    const rated = await call("remediation_feedback", { remediation_id, helpful: true, tenant_id: "t1" });
    expect(rated).toMatchObject({ new_confidence: 0.95, usage_count: 1 });
    expect(await search(fix.problem)).toMatchObject([{ usage_count: 1 }]);
  });

  it("belong to this folder's project if their scope is a project and none is named", async () => {
    await record({ scope: "project" });
    expect(await search(fix.problem, { scope: "project", project_path: app.folder })).toHaveLength(1);
    expect(await search(fix.problem, { scope: "project", project_path: "/work/web" })).toEqual([]);
  });

  it("accept the category names of other versions", async () => {
    expect(await call("remediation_record", { ...fix, category: "compile" })).toMatchObject({ category: "build" });
  });

  it.each([
    ["an unknown category", { category: "weather" }, "INVALID_INPUT"],
    ["an unknown scope", { scope: "world" }, "INVALID_INPUT"],
    ["a confidence over 1", { confidence: 1.5 }, "INVALID_INPUT"],
    ["a team's fix without a team", { scope: "team" }, "INVALID_INPUT"],
    ["no tenant", { tenant_id: "" }, "UNAUTHORIZED"],
  ])("refuse %s and keep nothing", async (_, wrong, code) => {
    await expect(record(wrong)).rejects.toMatchObject({ code });
    expect(await search(fix.problem)).toEqual([]);
  });
});
