import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fixedRuntime } from "../../src/base/runtime.js";
import type { Sql } from "../../src/engine/sql.js";
import { openSessionPages, type SessionFilter } from "../../src/store/archive/session-pages.js";
import { migrate } from "../../src/store/migrate.js";
import { migrations } from "../../src/store/migrations/index.js";

const rows = [
  {
    id: "s1",
    agent: "codex",
    project: "p1",
    folder: "/w/shop",
    title: "Fix 100% of the_pool",
    at: "2026-01-01T10:00:00.000Z",
  },
  {
    id: "s2",
    agent: "gemini",
    project: "p1",
    folder: "/w/shop-2",
    title: "Add a filter",
    at: "2026-01-02T10:00:00.000Z",
  },
  { id: "s3", agent: "codex", project: "p2", folder: "/w/pay", title: "fix the POOL", at: "2026-01-02T11:00:00.000Z" },
];

export function describeSessionPages(open: () => Promise<Sql>): void {
  describe("sessions by page", () => {
    let sql: Sql;
    beforeAll(async () => {
      sql = await open();
      await migrate(sql, fixedRuntime(), migrations);
      for (const tenant of ["t", "other"])
        for (const { id, agent, project, folder, title, at } of rows)
          await sql.run(
            `INSERT INTO sessions (tenant, id, agent, project, folder, branch, model, title, parent, started_at, ended_at,
             exchanges, tokens_in, tokens_out) VALUES (?, ?, ?, ?, ?, '', '', ?, '', ?, ?, 2, 10, 5)`,
            [tenant, id, agent, project, folder, title, at, at],
          );
      const touches = [
        ["t", "s1", "k", "src/db/pool.ts", "changed", "p1", rows[0]?.at ?? ""],
        ["t", "s1", "l", "src/db/pool.ts", "read", "p1", rows[0]?.at ?? ""],
        ["t", "s2", "k", "src/db/Filter.ts", "read", "p1", rows[1]?.at ?? ""],
      ];
      for (const touch of touches)
        await sql.run(
          "INSERT INTO file_touches (tenant, session_id, exchange_key, path, how, project, at) VALUES (?, ?, ?, ?, ?, ?, ?)",
          touch,
        );
    });
    afterAll(() => sql.close());

    const ids = async (filter: SessionFilter, offset = 0, limit = 10) =>
      (await openSessionPages(sql).page("t", filter, offset, limit)).map(({ id }) => id);

    it("are listed newest first, page by page, with a total", async () => {
      expect(await ids({})).toEqual(["s3", "s2", "s1"]);
      expect(await ids({}, 1, 1)).toEqual(["s2"]);
      expect(await openSessionPages(sql).count("t", {})).toBe(3);
      expect(await openSessionPages(sql).count("missing", {})).toBe(0);
    });

    it("are filtered by project, agent, time, words of the title and file", async () => {
      expect(await ids({ project: "p1" })).toEqual(["s2", "s1"]);
      expect(await ids({ agent: "codex" })).toEqual(["s3", "s1"]);
      expect(await ids({ since: "2026-01-02" })).toEqual(["s3", "s2"]);
      expect(await ids({ until: "2026-01-02T10:00:00.000Z" })).toEqual(["s2", "s1"]);
      expect(await ids({ text: "pool FIX" })).toEqual(["s3", "s1"]);
      expect(await ids({ file: "pool.ts" })).toEqual(["s1"]);
      expect(await ids({ file: "src/db/pool.ts" })).toEqual(["s1"]);
    });

    it("treat wildcard characters literally", async () => {
      expect(await ids({ text: "100%" })).toEqual(["s1"]);
      expect(await ids({ text: "the_pool" })).toEqual(["s1"]);
      expect(await ids({ file: "p__l.ts" })).toEqual([]);
    });

    it("are counted by day and agent, and list the folders of each project", async () => {
      expect(await openSessionPages(sql).byDay("t", "2026-01-02")).toEqual([
        { day: "2026-01-02", agent: "codex", sessions: 1, exchanges: 2, tokens: 15 },
        { day: "2026-01-02", agent: "gemini", sessions: 1, exchanges: 2, tokens: 15 },
      ]);
      expect(await openSessionPages(sql).tokens("t", "2026-01-02")).toEqual([
        { agent: "codex", project: "p2", model: "", sessions: 1, tokensIn: 10, tokensOut: 5 },
        { agent: "gemini", project: "p1", model: "", sessions: 1, tokensIn: 10, tokensOut: 5 },
      ]);
      expect((await openSessionPages(sql).folders("t")).map(({ folder }) => folder)).toEqual([
        "/w/pay",
        "/w/shop-2",
        "/w/shop",
      ]);
      expect(await openSessionPages(sql).agentsOf("t", ["s1", "s2", "none"])).toEqual(
        new Map([
          ["s1", "codex"],
          ["s2", "gemini"],
        ]),
      );
    });

    it("are found by the files they touched, the busiest file and the newest session first", async () => {
      const pages = openSessionPages(sql);
      expect(await pages.busiestFiles("t", "p1", "", 10)).toEqual([
        { path: "src/db/pool.ts", touches: 2 },
        { path: "src/db/Filter.ts", touches: 1 },
      ]);
      expect(await pages.busiestFiles("t", "p1", "FILTER", 10)).toEqual([{ path: "src/db/Filter.ts", touches: 1 }]);
      expect(await pages.busiestFiles("t", "p1", "%", 10)).toEqual([]);
      expect(await pages.sessionsOfFiles("t", "p1", ["src/db/pool.ts", "src/db/Filter.ts"], 10)).toEqual([
        { sessionId: "s2", path: "src/db/Filter.ts", isChange: false },
        { sessionId: "s1", path: "src/db/pool.ts", isChange: true },
      ]);
      expect(await pages.sessionsOfFiles("t", "p1", [], 10)).toEqual([]);
    });
  });
}
