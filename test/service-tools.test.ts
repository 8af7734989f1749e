import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { resolveSettings } from "../src/base/resolve-settings.js";
import type { CallAccess } from "../src/domain/access/call-access.js";
import { sharedTools } from "../src/domain/team/shared-tools.js";
import { disabledEngines } from "../src/entry/wiring/disabled-engines.js";
import { callTool } from "../src/surface/call-tool.js";
import { routes } from "../src/surface/http/routes/catalog.js";
import type { Route } from "../src/surface/http/routes/define-route.js";
import { createServiceCatalog } from "../src/surface/service/service-catalog.js";
import { tools } from "../src/tools/catalog.js";
import { databaseOnly } from "../src/tools/database-only-tools.js";
import { askRoute } from "./support/ask-route.js";
import { type TestApp, testApp } from "./support/test-app.js";

const admin = { tenant: "acme", user: "ada", role: "admin", teams: [], credential: "tok_1" } as const;
const settings = resolveSettings([]).values;

/** Engines that record every use and do nothing. */
function watchedMachine(usedEngines: string[]) {
  const machine = disabledEngines();
  const watched = Object.entries(machine).map(([name, engine]) => {
    const isRecording = typeof engine === "object" && engine !== null && name !== "files" && name !== "gitLocator";
    if (!isRecording) return [name, engine];
    const get = (_: object, method: string | symbol) => {
      usedEngines.push(`${name}.${String(method)}`);
      return () => {
        throw new Error(`${name} was touched`);
      };
    };
    return [name, new Proxy({}, { get })];
  });
  return Object.fromEntries(watched);
}

const access: CallAccess = {
  ...{ principal: admin, request: "req_1", writesPerDay: 0, recordsPerTenant: 0 },
  inTurn: (run) => run(),
  measure: () => () => {},
};

describe("the tools a service offers to tenants", () => {
  const usedEngines: string[] = [];
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp({}, undefined, watchedMachine(usedEngines));
    usedEngines.length = 0;
  });
  afterAll(() => app.remove());

  it("exist", () => {
    expect([...databaseOnly].filter((name) => !tools.some((tool) => tool.name === name))).toEqual([]);
    expect(Object.keys(sharedTools).filter((name) => !databaseOnly.has(name))).toEqual(["recall", "recall_read"]);
  });

  it.each([...databaseOnly])("answers %s without using the machine", async (name) => {
    const tool = tools.find((one) => one.name === name);
    if (!tool) throw new Error(name);
    for (const { tenant_id: _, ...input } of tool.examples as readonly Record<string, unknown>[]) {
      const call = { ...app.call, tenant: "acme", caller: "ada", folder: "/", access };
      await callTool(tool, input, { ...app, call }).catch((error) =>
        expect(error).toMatchObject({ code: "NOT_FOUND" }),
      );
    }
    expect(usedEngines).toEqual([]);
  });

  it.each(Object.entries<Route>(routes).flatMap(([name, { audience }]) => (audience === "owner" ? [] : [name])))(
    "answers the page's %s without using the machine",
    async (route) => {
      const call = { ...app.call, tenant: "acme", caller: "ada", folder: "/", access };
      const fields = { state: "verified", updatedAt: "2026-01-01T00:00:00Z", keep: "mem_a", drop: "mem_b" };
      const input = { query: { q: "pool" }, params: { id: "mem_x" }, body: { ...fields, title: "t", content: "c" } };
      await askRoute({ ...app, call }, route, input).catch((error) =>
        expect(error).toMatchObject({ code: "NOT_FOUND" }),
      );
      expect(usedEngines).toEqual([]);
    },
  );

  it("stores a write and its audit entry together, or neither", async () => {
    const tool = tools.find(({ name }) => name === "memory_record");
    if (!tool) throw new Error("memory_record");
    const call = { ...app.call, tenant: "acme", caller: "ada", folder: "/", access };
    const record = (title: string) =>
      callTool(tool, { project_id: "audited", title, content: `${title}.`, outcome: "success" }, { ...app, call });
    const { id } = (await record("Written with its entry")) as { id: string };
    expect((await app.access.audit.list("acme", { tool: "memory_record" }, 1))[0]).toMatchObject({ target: id });
    await app.sql.run("ALTER TABLE audit_log RENAME TO gone");
    await expect(record("Written without an entry")).rejects.toThrow();
    await app.sql.run("ALTER TABLE gone RENAME TO audit_log");
    const titles = await app.sql.all("SELECT title FROM memories WHERE project = 'audited'");
    expect(titles).toEqual([{ title: "Written with its entry" }]);
  });

  it("leaves out all tools that read files or start programs, and all resources and prompts", () => {
    const catalog = createServiceCatalog(settings)(admin);
    expect(catalog.tools.map(({ name }) => name).toSorted()).toEqual([...databaseOnly].toSorted());
    for (const name of ["repository_index", "run_in_repo", "query_repo", "context_add_knowledge", "search_archive"]) {
      expect(catalog.tools.some((tool) => tool.name === name)).toBe(false);
    }
    expect([...catalog.resources, ...catalog.templates, ...catalog.prompts]).toEqual([]);
  });

  it("adds a tool that needs the machine only when it is named", () => {
    const named = { ...settings, "service.machineTools": ["repository_index"] };
    expect(createServiceCatalog(named)(admin).tools.some(({ name }) => name === "repository_index")).toBe(true);
    const wrong = { ...settings, "service.machineTools": ["rm_rf"] };
    expect(() => createServiceCatalog(wrong)).toThrow("rm_rf");
  });

  it("hides tools that a role may not use, but recognizes them", () => {
    const catalog = createServiceCatalog(settings)({ ...admin, role: "read" });
    expect(catalog.tools.find(({ name }) => name === "memory_record")?.unlisted).toBe("read");
    expect(catalog.tools.find(({ name }) => name === "memory_search")?.unlisted).toBeUndefined();
  });
});
