import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { commonDocFreq } from "../../src/domain/search/query/weight-terms.js";
import { inTenant } from "../../src/engine/tenant-scope.js";
import { openMemoryStore } from "../../src/store/memory/memory-store.js";
import { searchDocument } from "../../src/store/search/search-document.js";
import { openSearchIndex } from "../../src/store/search/search-index.js";
import { openVectorStore } from "../../src/store/search/vector-store.js";
import { memoryFor } from "../isolation/records.js";
import { callAs } from "../support/call-as.js";
import { callMcp } from "../support/call-mcp.js";
import { collectScans, recordStatements } from "../support/collect-plans.js";
import { type Collector, openCollector } from "../support/collector.js";
import { growTenant } from "../support/grow-tenant.js";
import { namedServer, ownServer, type PostgresServer } from "../support/postgres-server.js";
import { Product } from "../support/product.js";
import { createToken, serveTeam, type TeamServer } from "../support/team-service.js";
import { openTenantDatabase, type TenantDatabase } from "../support/tenant-database.js";
import { testApp } from "../support/test-app.js";

const named = process.env.THROUGHLINE_TEST_POSTGRES ?? "";
const documentCount = Number(process.env.THROUGHLINE_TEST_DOCUMENTS ?? 50_000);
const restarts = Number(process.env.THROUGHLINE_TEST_RESTARTS ?? 4);
const aFix = (n: number) => ({
  ...{ title: `Fix ${n}`, problem: `Error in ${wordOf(n)}`, root_cause: "r", solution: `s${n}` },
  ...{ category: "database", scope: "org" },
});
const wordOf = (n: number) => [...String(n)].map((digit) => "abcdefghij"[Number(digit)]).join("");

serveFrom(named ? namedServer(named) : await ownServer());

function serveFrom(server: PostgresServer | string): void {
  if (typeof server === "string") {
    it.skip(`serves tenants from a PostgreSQL server (skipped: ${server})`, () => {});
    return;
  }
  describe(`a service of two processes on ${server.name}, as a role that cannot bypass policies`, () => {
    let database: TenantDatabase;
    let product: Product;
    let servers: TeamServer[];
    let ada: string;
    let collector: Collector;
    const any = (i: number): TeamServer => servers[i % servers.length] as TeamServer;
    beforeAll(async () => {
      database = await openTenantDatabase(server);
      product = new Product();
      product.env.THROUGHLINE_DATABASE = database.serviceUrl;
      ada = createToken(product, "ada", ["--tenant", "acme"]).secret;
      const limits = ["--service-rate-limit", "1000000"];
      collector = await openCollector();
      product.env.OTEL_EXPORTER_OTLP_ENDPOINT = collector.url;
      servers = [await serveTeam(product, limits)];
      delete product.env.OTEL_EXPORTER_OTLP_ENDPOINT;
      servers.push(await serveTeam(product, limits));
    });
    afterAll(async () => {
      for (const one of servers) await one.stop();
      collector.close();
      product.remove();
      await database.close();
      await server.stop();
    });

    it("answers each request from either process with the same data", async () => {
      const ids: string[] = [];
      for (let i = 0; i < 6; i++) ids.push((await any(i).call(ada, "remediation_record", aFix(i))).body.id);
      for (let i = 0; i < 6; i++) {
        const rated = await any(i + 1).call(ada, "remediation_feedback", { remediation_id: ids[i], helpful: true });
        expect(rated.body).toMatchObject({ usage_count: 1 });
      }
      const found = await any(1).call(ada, "remediation_search", { query: "Error in d", limit: 1 });
      expect(found.body.remediations[0]).toMatchObject({ id: ids[3] });
    });

    it("shows one tenant nothing of another, over HTTP and over MCP", async () => {
      const eve = createToken(product, "eve", ["--tenant", "globex"]).secret;
      const query = { query: "Error in d" };
      const found = await any(0).call(eve, "remediation_search", query);
      expect(found.body.count).toBe(0);
      expect(await callMcp(any(0).address, ada, "remediation_search", query)).not.toMatchObject({ count: 0 });
      expect(await callMcp(any(0).address, eve, "remediation_search", query)).toMatchObject({ count: 0 });
    });

    it("executes a request with an idempotency key once, in any process and however often it is sent", async () => {
      const key = { "idempotency-key": "the-same-request-1" };
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, i) => any(i).call(ada, "remediation_record", aFix(100), key)),
      );
      expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    });

    it("records who wrote and who was refused, for one tenant and for all", async () => {
      expect((await any(0).get("/api/whoami")).status).toBe(401);
      expect((await any(0).call(ada, "checkpoint_list", { tenant_id: "globex" })).status).toBe(403);
      const audit = (...filter: string[]) => {
        const { stdout, stderr } = product.run(["audit", "--json", "--limit", "1000", ...filter]);
        return JSON.parse(stdout || stderr).entries as { tenant: string; result: string }[];
      };
      expect(audit("--tenant", "acme", "--result", "ok").length).toBeGreaterThan(6);
      expect(new Set(audit("--result", "UNAUTHORIZED").map(({ tenant }) => tenant))).toEqual(
        new Set(["acme", "(nobody)"]),
      );
    });

    it("traces a request of a caller's trace through the tool to its SQL, without any content", async () => {
      const [traceId, callerId] = ["4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"];
      const headers = { traceparent: `00-${traceId}-${callerId}-01` };
      await any(0).call(ada, "remediation_record", aFix(4711), { traceparent: `00-${traceId}-${callerId}-00` });
      await any(0).call(ada, "remediation_record", aFix(4712), headers);
      const spans = await collector.spansOf(traceId, "POST /api/tools/remediation_record");
      const lineOf = (name: string) => {
        const line: string[] = [];
        for (let span = spans.find((one) => one.name === name); span; ) {
          line.push(span.name);
          const { parentSpanId } = span;
          if (parentSpanId === callerId) return [...line, "caller"];
          span = spans.find(({ spanId }) => spanId === parentSpanId);
        }
        return line;
      };
      const request = ["tool remediation_record", "POST /api/tools/remediation_record", "caller"];
      expect(lineOf("INSERT search_documents")).toEqual(["INSERT search_documents", "TRANSACTION", ...request]);
      expect(lineOf("SELECT access_tokens")).toEqual(["SELECT access_tokens", ...request.slice(1)]);
      expect(spans.filter(({ name }) => name === "TRANSACTION")).toHaveLength(1);
      expect(JSON.stringify(spans)).not.toContain(wordOf(4712));
    });

    it("refuses to serve as a database user that bypasses the policies", () => {
      const args = ["serve", "--public-url", "http://localhost:1", "--port", "0", "--database", database.ownerUrl];
      const { status, stderr } = product.run(args);
      expect(status).toBe(5);
      expect(stderr).toContain("bypasses row-level security");
    });

    describe("with a database that cannot be written", () => {
      const lesson = { project_id: "shop", title: "Close pools", content: "Else they leak.", outcome: "success" };
      const search = { project_id: "shop", query: "pools" };
      const ready = async () => (await any(0).get("/readyz")).json();
      const newToken = (tenant: string) => createToken(product, "ada", ["--tenant", tenant]).secret;
      const readsOnly = async (token: string, status: string) => {
        const failed = await any(0).call(token, "memory_record", lesson);
        expect(failed.status).toBe(503);
        expect(JSON.stringify(failed.body)).not.toContain(new URL(database.serviceUrl).host);
        for (let n = 0; n < 3; n++) expect((await any(0).call(token, "memory_search", search)).status).toBe(200);
        expect((await any(0).get("/api/whoami")).status).toBe(401);
        expect(await ready()).toEqual({ status });
      };

      it("answers reads and reports a read-only database", async () => {
        const token = newToken("readers");
        const { serviceRole, rootUrl } = database;
        const restart = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${serviceRole}'`;
        await server.run(rootUrl, `ALTER ROLE ${serviceRole} SET default_transaction_read_only = on`, restart);
        await readsOnly(token, "read-only");
        await server.run(rootUrl, `ALTER ROLE ${serviceRole} RESET default_transaction_read_only`, restart);
        expect((await any(0).call(token, "memory_record", lesson)).status).toBe(200);
        expect(await ready()).toEqual({ status: "ok" });
      });

      it("answers reads and reports a full disk", async () => {
        const token = newToken("hoarders");
        const tables = ["memories", "allowances", "audit_log", "access_tokens"];
        await server.run(
          database.ownerUrl,
          `CREATE FUNCTION full_disk() RETURNS TRIGGER LANGUAGE plpgsql
           AS $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$`,
          ...tables.map(
            (table) => `CREATE TRIGGER full_disk BEFORE INSERT OR UPDATE ON ${table} EXECUTE FUNCTION full_disk()`,
          ),
        );
        await readsOnly(token, "disk-full");
        await server.run(database.ownerUrl, "DROP FUNCTION full_disk CASCADE");
        expect((await any(0).call(token, "memory_record", lesson)).status).toBe(200);
        expect(await ready()).toEqual({ status: "ok" });
      });
    });

    it("loses no request and repeats none while its processes are replaced one after the other", async () => {
      const secret = createToken(product, "ada", ["--tenant", "umbrella"]).secret;
      const serve = () => serveTeam(product, ["--service-rate-limit", "1000000", "--service-drain", "3000"]);
      const running = [await serve(), await serve()];
      let ready: readonly TeamServer[] = running.slice();
      let isOver = false;
      const balancer = async () => {
        while (!isOver) {
          const checks = running.map(async (one) => {
            const answer = await one.get("/readyz").catch(() => undefined);
            return answer?.ok ? [one] : [];
          });
          ready = (await Promise.all(checks)).flat();
          await new Promise((resolve) => setTimeout(resolve, 50));
        }
      };
      const failures: unknown[] = [];
      const ids: string[] = [];
      let next = 5000;
      const client = async () => {
        while (!isOver) {
          const n = next++;
          const target = ready[n % ready.length] as TeamServer;
          const answer = await target.call(secret, "remediation_record", aFix(n)).catch((error) => ({ error }));
          if ("body" in answer && answer.status === 200) ids.push(answer.body.id);
          else failures.push(answer);
        }
      };
      const work = [balancer(), ...Array.from({ length: 16 }, client)];
      for (let restart = 0; restart < restarts; restart++) {
        running.push(await serve());
        const [oldest] = running;
        const stopped = oldest?.stop();
        expect(await stopped).toBe(0);
        running.shift();
      }
      isOver = true;
      await Promise.all(work);
      for (const one of running) await one.stop();
      expect(failures).toEqual([]);
      const rows = await database.owner.all<{ id: string }>("SELECT id FROM remediations WHERE tenant = 'umbrella'");
      expect(rows.map(({ id }) => id).sort()).toEqual(ids.sort());
      expect(ids.length).toBeGreaterThan(restarts);
    }, 400_000);

    it.each([
      ["large", documentCount],
      ["small", 100],
    ])("searches and records in a %s tenant without reading all of its rows", async (tenant, documents) => {
      const store = openMemoryStore(database.service, openSearchIndex(database.service));
      const memories = Array.from({ length: 100 }, (_, n) => ({
        ...memoryFor(tenant, `Pools leak in ${wordOf(n)}.`),
        ...{ id: `mem_${n}`, project: "store", contentKey: String(n) },
      }));
      await inTenant(tenant, () => store.add(tenant, memories));
      await server.run(database.ownerUrl, ...growTenant(tenant, documents));
      const { sql, statements } = recordStatements(database.service);
      const app = await testApp({}, undefined, { sql });
      const call = callAs(app, tenant);
      const answer = await call("memory_search", { project_id: "store", query: `pools leak ${wordOf(7)}` });
      expect(answer.count).toBeGreaterThan(0);
      await call("memory_search", { project_id: "store", query: "pools leaking" });
      await call("memory_search", { project_id: "store", query: "poools" });
      await call("remediation_search", { tenant_id: "t", query: "Error: connection refused" });
      await call("troubleshoot_diagnose", { error_message: "Error: connection refused" });
      const lesson = { title: "Close pools", content: "Pools leak unless closed.", outcome: "success" };
      const { id } = await call("memory_record", { project_id: "store", ...lesson });
      await call("memory_get", { memory_id: "mem_7" });
      const listed = await call("memory_list", { project_id: "store", limit: 5 });
      expect(listed).toMatchObject({ count: 5, total: documents + 1 });
      const verified = await call("memory_list", { project_id: "store", state: "verified" });
      expect(verified).toMatchObject({ count: 0, total: 0 });
      await call("checkpoint_list", { tenant_id: "t" });
      await call("memory_feedback", { memory_id: "mem_7", helpful: true });
      await call("memory_update", { memory_id: id, content: "Pools leak unless they are closed." });
      const { id: fix } = await call("remediation_record", aFix(documents));
      await call("remediation_feedback", { remediation_id: fix, helpful: true });
      await call("memory_forget", { memory_id: "mem_8" });
      await app.remove();
      const scans = await collectScans(database.rootUrl, { role: database.serviceRole, tenant, statements });
      const tables = ["search_documents", "search_words", "search_terms", "search_vectors", "memories", "remediations"];
      const large = scans.filter(({ table, rows }) => tables.includes(table) && rows > commonDocFreq(documents));
      expect(large).toEqual([]);
      expect(scans.length).toBeGreaterThan(40);
      expect(await inTenant(tenant, () => openSearchIndex(database.service).size(tenant))).toBe(documents + 2);
    });

    it("adds records of one tenant concurrently, but not the same record twice", async () => {
      const { service } = database;
      const order: string[] = [];
      const add = (name: string, key: string | undefined, wait: () => Promise<unknown> = async () => {}) =>
        inTenant("hooli", () =>
          service.transaction(async (session) => {
            await session.all("SELECT 1 AS x");
            await wait();
            order.push(name);
          }, key),
        );
      let later: Promise<unknown>[] = [];
      await add("first", "record a", async () => {
        await add("another record", "record b");
        later = [add("same record", "record a"), add("any other write", undefined)];
        // Long enough for a transaction that does not wait to end.
        await new Promise((resolve) => setTimeout(resolve, 200));
      });
      await Promise.all(later);
      expect(order.slice(0, 2)).toEqual(["another record", "first"]);
      expect(order).toHaveLength(4);
    });

    it("embeds a record that became visible after a later one", async () => {
      const { service } = database;
      const index = openSearchIndex(service);
      const vectors = openVectorStore(service);
      const note = (id: string) => searchDocument({ id, kind: "note", project: "p", source: id, at: "2026", body: id });
      const put = (id: string, wait: () => Promise<unknown> = async () => {}) =>
        service.transaction(async (session) => {
          await index.within(session).put("pied", [note(id)]);
          await wait();
        }, id);
      const pending = await inTenant("pied", async () => {
        let pending: ReturnType<typeof vectors.pending> | undefined;
        await put("earlier", async () => {
          await put("later");
          pending = vectors.pending("m", 10);
          // Long enough for a read that does not wait to return.
          await new Promise((resolve) => setTimeout(resolve, 200));
        });
        return pending;
      });
      expect(pending?.map(({ id }) => id)).toEqual(["earlier", "later"]);
    });

    it("keeps every acknowledged write when a process is killed, and duplicates none when senders retry", async () => {
      const bob = createToken(product, "bob", ["--tenant", "initech"]).secret;
      const writes = 200;
      const acknowledged = new Map<number, string>();
      const send = async (n: number): Promise<void> => {
        for (let attempt = n; ; attempt++) {
          const key = { "idempotency-key": `write-number-${n}` };
          const done = await any(attempt)
            .call(bob, "remediation_record", aFix(n), key)
            .catch(() => undefined);
          if (done?.status === 200) return void acknowledged.set(n, done.body.id);
          await new Promise((resolve) => setTimeout(resolve, 50));
        }
      };
      let next = 0;
      const client = async () => {
        for (let n = next++; n < writes; n = next++) await send(n);
      };
      const clients = Promise.all(Array.from({ length: 8 }, client));
      while (acknowledged.size < 60) await new Promise((resolve) => setTimeout(resolve, 5));
      await any(1).kill();
      await clients;
      for (let n = 0; n < writes; n += 10) await send(n);
      const [row] = await database.owner.all<{ n: number }>(
        "SELECT count(*) AS n FROM remediations WHERE tenant = 'initech'",
      );
      expect(Number(row?.n)).toBe(writes);
      expect(new Set(acknowledged.values()).size).toBe(writes);
    });
  });
}
