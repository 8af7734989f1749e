import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fixedRuntime } from "../../base/runtime.js";
import type { Sql } from "../../engine/sql.js";
import { openSqlite } from "../../engine/sqlite/open-sqlite.js";
import { migrate } from "../../store/migrate.js";
import { migrations } from "../../store/migrations/index.js";
import { openCopyStore } from "../../store/remote/copy-store.js";
import { createTeamCopies } from "./team-copies.js";

const minuteMs = 60_000;
const start = Date.parse("2026-01-02T03:00:00.000Z");

describe("copies of a team's records", () => {
  let sql: Sql;
  let nowMs: number;
  let onService: Record<string, unknown>[];
  let requests: string[];
  beforeEach(async () => {
    sql = await openSqlite(":memory:");
    await migrate(sql, fixedRuntime(), migrations);
    [nowMs, onService, requests] = [start, [{ id: "mem_1", content: "Pools leak." }], []];
  });
  afterEach(() => sql.close());

  const copiesFor = (service = "ada", maxRecords = 500) =>
    createTeamCopies({
      store: openCopyStore(sql),
      service,
      maxRecords,
      runtime: { ...fixedRuntime(), now: () => new Date(nowMs) },
      redact: <T>(value: T): T => JSON.parse(JSON.stringify(value).replaceAll("hunter2", "[REDACTED]")),
      ask: async (tool, input) => {
        requests.push(`${tool} ${input.project_id}`);
        return { kind: "answered", answer: { memories: onService } };
      },
      list: async () => ({ kind: "unreachable", why: "down", retryAfterMs: 0 }),
    });
  const idsOf = async (service = "ada", project = "shop") =>
    (await copiesFor(service).read("local", "memories", project))?.records.map(({ id }) => id);

  it("are replaced as a whole after some minutes, so that what was forgotten leaves them", async () => {
    await copiesFor().refresh("local", "memories", "shop");
    onService = [{ id: "mem_2" }];
    nowMs += 4 * minuteMs;
    await copiesFor().refresh("local", "memories", "shop");
    expect(await idsOf()).toEqual(["mem_1"]);
    nowMs += 2 * minuteMs;
    await copiesFor().refresh("local", "memories", "shop");
    expect(await idsOf()).toEqual(["mem_2"]);
    expect(requests).toHaveLength(2);
    const { copiedAt } = (await copiesFor().read("local", "memories", "shop")) ?? {};
    expect(copiedAt).toBe("2026-01-02T03:06:00.000Z");
  });

  it("stay as they are while the service is unreachable", async () => {
    await copiesFor().refresh("local", "remediations", "shop");
    expect(await copiesFor().read("local", "remediations", "shop")).toBeUndefined();
  });

  it("are never read with another token, and deleted once that one has copies", async () => {
    await copiesFor("ada").refresh("local", "memories", "shop");
    expect(await idsOf("bob")).toBeUndefined();
    await copiesFor("bob").refresh("local", "memories", "web");
    expect(await idsOf("ada")).toBeUndefined();
  });

  it("hold no secret, no record that was withdrawn, and no more than the limits", async () => {
    onService = [{ id: "mem_1", content: "hunter2" }, { id: "mem_2" }, { id: "mem_3", content: "x".repeat(2_000_000) }];
    await copiesFor().refresh("local", "memories", "shop");
    expect(await idsOf()).toEqual(["mem_1", "mem_2"]);
    expect(JSON.stringify(await sql.all("SELECT * FROM remote_copies"))).not.toContain("hunter2");
    await copiesFor().withdraw("local", "mem_1");
    expect(await idsOf()).toEqual(["mem_2"]);
    for (let n = 0; n < 30; n++) {
      nowMs += minuteMs;
      await copiesFor().refresh("local", "memories", `project ${n}`);
    }
    const projects = (await copiesFor().list("local")).map(({ project }) => project);
    expect(projects).toHaveLength(21);
    expect(projects).not.toContain("shop");
    expect(projects).toContain("project 29");
    await copiesFor("ada", 0).refresh("local", "memories", "shop");
    expect(await copiesFor().list("local")).toEqual([]);
  });
});
