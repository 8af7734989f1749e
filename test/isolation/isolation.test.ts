import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { silentLog } from "../../src/base/log.js";
import { fixedRuntime } from "../../src/base/runtime.js";
import { tokensOf } from "../../src/base/text/tokens.js";
import { createEmbedding } from "../../src/domain/search/vectors/embedding.js";
import { noActivity } from "../../src/engine/activity.js";
import { openPostgres } from "../../src/engine/postgres/open-postgres.js";
import type { Sql } from "../../src/engine/sql.js";
import { currentTenant, inTenant } from "../../src/engine/tenant-scope.js";
import { openAuditStore } from "../../src/store/access/audit-store.js";
import { openTenantRows } from "../../src/store/access/tenant-rows.js";
import { searchDocument } from "../../src/store/search/search-document.js";
import { addStandInPlaces, partitionTables } from "../support/partition-tables.js";
import { namedServer, ownServer, type PostgresServer } from "../support/postgres-server.js";
import { openTenantDatabase, type TenantDatabase } from "../support/tenant-database.js";
import { attackStores, fillStores, storesOver, wordOf } from "./attack-stores.js";
import { attackTables, plantCanaries } from "./attack-tables.js";
import { memoryFor } from "./records.js";

const named = process.env.THROUGHLINE_TEST_POSTGRES ?? "";
const [thief, victim] = ["acme", "globex"];
/**
 * Tables that belong to no tenant: hashes of tokens, which are read before the tenant is known; the progress of a database
 * migration; leases of background work; applied schema migrations and what they need; the names of tenants.
 */
const common = ["access_tokens", "database_moves", "leases", "migration_needs", "migrations", "served_tenants"];

/** One per vector of the tenant, as far as they are not there yet. */
const placeVectors = `INSERT INTO search_places (seq, nr, model, dimensions, place)
  SELECT seq, nr, model, 2, '[1,0]' FROM search_vectors WHERE tenant = throughline_tenant() ON CONFLICT DO NOTHING`;

/** Nobody waits for an answer. */
const quiet = { runtime: fixedRuntime(), log: silentLog, activity: noActivity, isOnBattery: async () => false };

isolate(named ? namedServer(named) : await ownServer());

function isolate(server: PostgresServer | string): void {
  if (typeof server === "string") {
    it.skip(`isolates tenants on a PostgreSQL server (skipped: ${server})`, () => {});
    return;
  }
  describe(`tenants on ${server.name}`, () => {
    let database: TenantDatabase;
    beforeAll(async () => {
      database = await openTenantDatabase(server);
      for (const tenant of [thief, victim]) await fillStores(database.service, tenant);
    });
    afterAll(async () => {
      await database.close();
      await server.stop();
    });

    it("gives every table a tenant column and a policy, except tables that belong to no tenant", async () => {
      const rows = await database.owner.all<{ name: string; own: number; forced: number }>(
        `SELECT c.relname AS name, c.relrowsecurity::int AS own,
           (EXISTS (SELECT 1 FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'tenant'))::int AS forced
         FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace`,
      );
      const open = rows.filter(({ own, forced }) => !own || !forced).map(({ name }) => name);
      expect(open.sort()).toEqual(common);
    });

    it("starts every key and index of a tenant's table with the tenant, except full-text and vector indexes", async () => {
      const rows = await database.owner.all<{ name: string }>(
        `SELECT i.relname AS name FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class c ON c.oid = x.indrelid
         LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = x.indkey[0] JOIN pg_am m ON m.oid = i.relam
         WHERE c.relnamespace = current_schema()::regnamespace AND m.amname NOT IN ('gin', 'hnsw')
           AND coalesce(a.attname, '') <> 'tenant' AND NOT c.relname = ANY (CAST(? AS TEXT[]))`,
        [`{${common.join(",")}}`],
      );
      expect(rows).toEqual([]);
    });

    it("cannot read, count, change or delete another tenant's rows in any table", async () => {
      const planted = await openTenantDatabase(server);
      await plantCanaries(planted.owner, [thief, victim]);
      expect(await attackTables(planted, thief, victim)).toEqual([]);
      await planted.close();
    });

    it("returns nothing of another tenant through the stores", async () => {
      expect(await attackStores(database.service, thief, victim)).toEqual([]);
      expect(await attackStores(database.service, "stranger", victim)).toEqual([]);
    });

    it("finds all of a tenant's own records", async () => {
      const { index, memories, vectors } = storesOver(database.service);
      await inTenant(victim, async () => {
        expect(await memories.get(victim, `mem_${victim}`)).toMatchObject({ id: `mem_${victim}` });
        const match = { groups: [[wordOf(victim)]], excluded: [], filter: {}, limit: 10 };
        expect(await index.match(victim, match)).toHaveLength(2);
        expect(await index.frequencies(victim, [wordOf(victim)], 10)).toEqual([2]);
        expect(await index.similarTerms(`${wordOf(victim)}x`, 10)).toContain(wordOf(victim));
        expect(await vectors.count("near")).toBe(2);
      });
    });

    it("reads and writes nothing when no tenant is set", async () => {
      const { memories } = storesOver(database.service);
      expect(await memories.list(victim, {}, { limit: 9, offset: 0 })).toEqual([]);
      await expect(insertWithoutTenant()).rejects.toMatchObject({ problem: "forbidden" });
      async function insertWithoutTenant() {
        await database.service.run("INSERT INTO known_projects (tenant, id, name) VALUES ('', 'x', 'x')");
      }
    });

    it("treats SQL in any text as plain text", async () => {
      const { memories, index } = storesOver(database.service);
      const poison = [
        "'; SELECT set_config('throughline.tenant', 'globex', true); --",
        "x'), ('globex', 'mem_planted",
        "\\'; RESET ROLE; --",
        "$$; DROP POLICY one_tenant ON memories; $$",
        "globex' OR tenant = 'globex",
        "\u0000globex",
      ];
      for (const text of poison) {
        await inTenant(thief, async () => {
          expect(await memories.get(thief, text)).toBeUndefined();
          expect(await memories.list(text, { projects: [text], tag: text }, { limit: 9, offset: 0 })).toEqual([]);
          await index.match(text, {
            groups: [["x"]],
            excluded: [],
            filter: { project: text, kinds: [text], scopes: [text] },
            limit: 9,
          });
          expect(await memories.list(thief, {}, { limit: 99, offset: 0 })).not.toContainEqual(
            expect.objectContaining({ id: `mem_${victim}` }),
          );
        });
        // The tenant itself becomes part of a statement and must not be able to escape its quotes.
        expect(await inTenant(text, () => memories.list(victim, {}, { limit: 9, offset: 0 }))).toEqual([]);
      }
      expect(await inTenant(victim, () => memories.count(victim))).toBe(1);
    });

    it("resets the tenant of a connection, even after an error", async () => {
      const one = await openPostgres(database.serviceUrl, { tenant: () => currentTenant() ?? "", connections: 1 });
      const seen = () => one.all<{ tenant: string }>("SELECT DISTINCT tenant FROM memories");
      const failing = () =>
        one.transaction(async (session) => {
          await session.all("SELECT 1 AS x FROM memories");
          await session.run("INSERT INTO memories (tenant) VALUES ('acme')");
        });
      await expect(inTenant(victim, failing)).rejects.toThrow();
      expect(await seen()).toEqual([]);
      await expect(inTenant(victim, () => one.all("SELECT 1 / 0 AS x"))).rejects.toThrow();
      expect(await inTenant(thief, seen)).toEqual([{ tenant: thief }]);
      const thrown = inTenant(victim, () =>
        one.transaction(async () => {
          throw new Error("mid-way");
        }),
      );
      await expect(thrown).rejects.toThrow("mid-way");
      expect(await seen()).toEqual([]);
      await one.close();
    });

    it("isolates concurrent calls that share connections", async () => {
      const { memories } = storesOver(database.service);
      const calls = Array.from({ length: 300 }, (_, i) => [thief, victim][i % 2] ?? thief);
      const answers = await Promise.all(
        calls.map((tenant) =>
          inTenant(tenant, () => database.service.all<{ tenant: string }>("SELECT tenant FROM memories")),
        ),
      );
      expect(answers.every((rows, i) => rows.length === 1 && rows.every((row) => row.tenant === calls[i]))).toBe(true);
      const changed = calls.map((tenant) =>
        inTenant(tenant, () =>
          memories.change(tenant, `mem_${tenant}`, (one) => ({
            ...one,
            votes: { ...one.votes, helpful: one.votes.helpful + 1 },
          })),
        ),
      );
      await Promise.all(changed);
      for (const tenant of [thief, victim]) {
        const one = await inTenant(tenant, () => memories.get(tenant, `mem_${tenant}`));
        expect(one?.votes.helpful).toBe(150);
      }
    });

    it("lets background work read each tenant's texts only for that tenant", async () => {
      const read: string[] = [];
      const { vectors, leases, index } = storesOver(database.service);
      const embedder = {
        model: "test",
        dimensions: 32,
        mean: new Float32Array(32),
        async embed(texts: readonly string[]) {
          read.push(...texts.map((text) => `${currentTenant()}: ${text}`));
          return texts.map(() => new Float32Array(32).fill(Math.sqrt(1 / 32)));
        },
        close: async () => {},
      };
      await createEmbedding({ vectors, embedder, leases, ...quiet }).run({});
      expect(read.some((one) => one.startsWith(`${victim}: `) && one.includes(wordOf(victim)))).toBe(true);
      expect(read.filter((one) => one.startsWith(`${thief}: `) && one.includes(victim))).toEqual([]);
      await inTenant(thief, async () => {
        const documents = await index.newest(victim, {}, 50);
        expect(await vectors.readInt8Of("test", documents)).toEqual([]);
        const nearest = await vectors.nearest?.("test", new Float32Array(32).fill(1), victim, {}, 50);
        expect(nearest ?? []).toEqual([]);
      });
    });

    it("shares the embedding of documents between workers: each once, the newest first, tenants in turn", async () => {
      const scratch = await openTenantDatabase(server);
      const { vectors, leases, index } = storesOver(scratch.service);
      const note = (id: string) => searchDocument({ id, kind: "note", project: "p", source: id, at: "2026", body: id });
      const put = (tenant: string, ids: readonly string[]) => inTenant(tenant, () => index.put(tenant, ids.map(note)));
      // Before those of the large tenant: the newest alone would be embedded last.
      await put("small", ["small 0", "small 1"]);
      await put(
        "large",
        Array.from({ length: 40 }, (_, n) => `large ${n}`),
      );
      const embedded: string[] = [];
      const newWorker = (name: string) =>
        createEmbedding({
          vectors,
          leases,
          ...quiet,
          embedder: {
            model: "test",
            dimensions: 32,
            mean: new Float32Array(32),
            close: async () => {},
            async embed(texts: readonly string[]) {
              embedded.push(...texts);
              await new Promise((resolve) => setTimeout(resolve, name === "slow" ? 20 : 5));
              return texts.map(() => new Float32Array(32).fill(Math.sqrt(1 / 32)));
            },
          },
        });
      const workers = [newWorker("slow"), newWorker("fast")];
      expect(await vectors.queue?.size()).toBe(42);
      const counts = await Promise.all(workers.map((worker) => worker.run({})));
      expect(counts.reduce((sum, one) => sum + one, 0)).toBe(42);
      expect(counts.every((count) => count > 0)).toBe(true);
      expect(new Set(embedded).size).toBe(42);
      expect(embedded).toHaveLength(42);
      expect(embedded.slice(0, 8).sort()).toContain("large 39");
      // After at most one slice of eight and one more of each worker.
      expect(embedded.findIndex((text) => text.startsWith("small"))).toBeLessThan(32);
      for (const worker of workers) await worker.countBacklog();
      expect(workers.map((worker) => worker.backlog())).toEqual([0, 0]);
      expect(await inTenant("large", () => vectors.count("test"))).toBe(40);
      await scratch.close();
    });

    it("begins to embed as soon as a record was added by any process", async () => {
      const scratch = await openTenantDatabase(server);
      const worker = await openPostgres(scratch.serviceUrl, { tenant: () => currentTenant() ?? "", connections: 2 });
      let isEmbedded = false;
      const { vectors, leases } = storesOver(worker);
      const embedding = createEmbedding({
        // Polls so seldom that only a notification can start the work.
        vectors,
        leases,
        ...quiet,
        pollMs: 3_600_000,
        embedder: {
          model: "test",
          dimensions: 32,
          mean: new Float32Array(32),
          close: async () => {},
          async embed(texts: readonly string[]) {
            isEmbedded = true;
            return texts.map(() => new Float32Array(32).fill(Math.sqrt(1 / 32)));
          },
        },
      });
      const stop = embedding.start();
      const { memories } = storesOver(scratch.service);
      // Repeated, because the worker may not listen yet.
      for (let n = 0; !isEmbedded; n++) {
        const memory = { ...memoryFor(thief, `record ${n}`), id: `mem_${n}`, contentKey: String(n) };
        await inTenant(thief, () => memories.add(thief, [memory]));
        await new Promise((resolve) => setTimeout(resolve, 300));
      }
      await stop();
      await worker.close();
      await scratch.close();
    });

    it("claims documents again when the process that claimed them ended", async () => {
      const scratch = await openTenantDatabase(server);
      const { vectors, index } = storesOver(scratch.service);
      await inTenant(thief, async () => {
        await index.put(thief, [
          searchDocument({ id: "n", kind: "note", project: "p", source: "n", at: "", body: "x" }),
        ]);
        const claim = (now: string, until: string) => vectors.queue?.claim("m", 8, { now, until });
        expect((await claim("2026-01-01T00:00", "2026-01-01T00:01"))?.documents).toHaveLength(1);
        expect((await claim("2026-01-01T00:00", "2026-01-01T00:01"))?.documents).toHaveLength(0);
        expect((await claim("2026-01-01T00:02", "2026-01-01T00:03"))?.documents).toHaveLength(1);
      });
      await scratch.close();
    });

    it("does not let the serving role disable or bypass the policies", async () => {
      const sql = postgres(database.serviceUrl, { max: 1, onnotice: () => {}, fetch_types: false });
      const refused = [
        "ALTER TABLE memories DISABLE ROW LEVEL SECURITY",
        "DROP POLICY one_tenant ON memories",
        "CREATE POLICY mine ON memories USING (true)",
        "ALTER TABLE memories OWNER TO CURRENT_USER",
        "CREATE OR REPLACE FUNCTION throughline_tenant() RETURNS TEXT LANGUAGE sql AS $$ SELECT 'globex' $$",
        "INSERT INTO migrations (name, applied_at) VALUES ('m9999', '')",
        "SET SESSION AUTHORIZATION postgres",
        "SELECT throughline_admit(CURRENT_USER)",
        "UPDATE access_tokens SET role = 'admin'",
        "DELETE FROM access_tokens",
        "UPDATE audit_log SET result = 'ok'",
        "DELETE FROM audit_log",
        "BEGIN; SET LOCAL row_security = off; SELECT * FROM memories",
      ];
      for (const statement of refused) {
        await expect(sql.unsafe(statement), statement).rejects.toMatchObject({ code: "42501" });
        await sql.unsafe("ROLLBACK");
      }
      expect(await sql.unsafe("SELECT * FROM pg_stats WHERE tablename = 'memories'")).toHaveLength(0);
      await sql
        .unsafe("CREATE TEMP TABLE search_words (tenant TEXT, nr BIGINT, words TSVECTOR, marks TSVECTOR)")
        .catch(() => {});
      expect(await sql.unsafe("SELECT * FROM throughline_match('zebrafish', NULL)")).toHaveLength(0);
      await sql.end();
    });

    it("lets the serving role delete only audit entries that are old, of its own tenant", async () => {
      const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString();
      const audit = openAuditStore(database.service);
      const entry = { user: "ada", credential: "", tool: "t", target: "", result: "ok", request: "" };
      for (const tenant of [thief, victim]) {
        const entries = [40, 1].map((daysAgo) => ({ ...entry, tenant, id: `aud_${daysAgo}`, at: day(daysAgo) }));
        await inTenant(tenant, () => audit.add(tenant, entries));
      }
      expect(await inTenant(thief, () => audit.removeBefore(victim, day(0)))).toBe(0);
      expect(await inTenant(thief, () => audit.removeBefore(thief, day(0)))).toBe(1);
      const rest = await database.owner.all("SELECT tenant, id FROM audit_log WHERE id LIKE 'aud!_%' ESCAPE '!'");
      expect(rest).toHaveLength(3);
    });

    it("lets only admitted roles call the functions that bypass the policies, and estimates few rows of them", async () => {
      const functions = () =>
        database.owner.all<{ name: string; open: number; sets: number; rows: number }>(
          `SELECT proname AS name, has_function_privilege('public', oid, 'EXECUTE')::int AS open,
             proretset::int AS sets, prorows AS rows
           FROM pg_proc WHERE pronamespace = current_schema()::regnamespace AND prosecdef`,
        );
      const open = async () => (await functions()).filter((one) => Number(one.open) !== 0).map(({ name }) => name);
      const sets = (await functions()).filter((one) => Number(one.sets) === 1);
      expect(sets.length).toBeGreaterThan(4);
      expect(sets.filter(({ rows }) => Number(rows) !== 20)).toEqual([]);
      expect(await open()).toEqual([]);
      const planted = "planted_number() RETURNS INT LANGUAGE sql SECURITY DEFINER AS 'SELECT 1'";
      await server.run(database.ownerUrl, `CREATE FUNCTION ${planted}`);
      expect(await open()).toEqual(["planted_number"]);
      await server.run(database.ownerUrl, "DROP FUNCTION planted_number");
    });

    it("deletes a tenant with its counts, and keeps counting for one of the same name", async () => {
      const tenant = "hooli";
      await fillStores(database.service, tenant);
      const { index, memories } = storesOver(database.service);
      const counts = () => inTenant(tenant, async () => [await index.size(tenant), await memories.count(tenant)]);
      const filled = await counts();
      expect(Math.min(...filled)).toBeGreaterThan(0);
      await inTenant(tenant, () => openTenantRows(database.service).remove(tenant, "2026", async () => {}));
      expect(await counts()).toEqual([0, 0]);
      await fillStores(database.service, tenant);
      expect(await counts()).toEqual(filled);
    });

    it("serves and isolates tenants from tables that are partitioned by tenant", async () => {
      const split = await openTenantDatabase(server);
      const isStandIn = await addStandInPlaces(server, split);
      await server.run(split.ownerUrl, `SELECT throughline_admit('${split.serviceRole}')`);
      const fill = async (sql: Sql, tenant: string) => {
        await fillStores(sql, tenant);
        await inTenant(tenant, () => sql.run(placeVectors));
      };
      await fill(split.service, thief);
      await partitionTables(server, split);
      const service = await openPostgres(split.serviceUrl, { tenant: () => currentTenant() ?? "" });
      await fill(service, victim);
      const places = async () =>
        (await split.owner.all("SELECT tenant, count(*)::int AS n FROM search_places GROUP BY 1 ORDER BY 1")).map(
          ({ tenant, n }) => `${tenant} ${n}`,
        );
      expect(await places()).toEqual([`${thief} 2`, `${victim} 2`]);
      const parts = await split.owner.all<{ parts: number }>(
        `SELECT c.relname, count(i.inhrelid)::int AS parts FROM pg_class c LEFT JOIN pg_inherits i ON i.inhparent = c.oid
         WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'p' GROUP BY 1`,
      );
      expect(parts.map(({ parts }) => parts)).toEqual([4, 4, 4, 4, 4, 4]);
      const scratch = (text: string) => inTenant(thief, () => service.run(text));
      await expect(scratch(placeVectors.replace("SELECT seq", "SELECT seq + 1000"))).rejects.toThrow(/foreign key/);
      await scratch("DELETE FROM search_vectors WHERE tenant = throughline_tenant()");
      expect(await places()).toEqual([`${victim} 2`]);
      // Vectors in it cannot be compared.
      if (isStandIn) await server.run(split.ownerUrl, "DROP TABLE search_places");
      const { index, memories } = storesOver(service);
      for (const tenant of [thief, victim]) {
        await inTenant(tenant, async () => {
          const tokens = tokensOf(wordOf(tenant));
          expect(await index.frequencies(tenant, tokens, 10)).toEqual([2]);
          const query = { groups: [tokens], excluded: [], filter: {}, limit: 9 };
          expect(await index.match(tenant, query)).toHaveLength(2);
          expect([await index.size(tenant), await memories.count(tenant)]).toEqual([2, 1]);
        });
      }
      expect(await attackStores(service, thief, victim)).toEqual([]);
      await service.close();
      await split.close();
    });

    it("fails this suite when a policy is missing", async () => {
      const scratch = await openTenantDatabase(server);
      const tables = await plantCanaries(scratch.owner, [thief, victim]);
      for (const table of tables) {
        await server.run(scratch.ownerUrl, `ALTER TABLE ${table} DISABLE ROW LEVEL SECURITY`);
        const breaches = await attackTables(scratch, thief, victim, table);
        expect(breaches, `an attack on ${table} must succeed`).not.toEqual([]);
        await server.run(scratch.ownerUrl, `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`);
      }
      await scratch.close();
    });
  });
}
