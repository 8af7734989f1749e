import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inTenant } from "../../src/engine/tenant-scope.js";
import { searchDocument } from "../../src/store/search/search-document.js";
import { openSearchIndex } from "../../src/store/search/search-index.js";
import { openVectorStore } from "../../src/store/search/vector-store.js";
import { callMcp } from "../support/call-mcp.js";
import { namedServer, ownServer, type PostgresServer } from "../support/postgres-server.js";
import { Product } from "../support/product.js";
import { createToken, serveTeam, type TeamServer } from "../support/team-service.js";
import { openTenantDatabase, type TenantDatabase } from "../support/tenant-database.js";

const named = process.env.THROUGHLINE_TEST_POSTGRES ?? "";
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
    const any = (i: number): TeamServer => servers[i % servers.length] as TeamServer;
    beforeAll(async () => {
      database = await openTenantDatabase(server);
      product = new Product();
      product.env.THROUGHLINE_DATABASE = database.serviceUrl;
      ada = createToken(product, "ada", ["--tenant", "acme"]).secret;
      const limits = ["--service-rate-limit", "1000000"];
      servers = [await serveTeam(product, limits), await serveTeam(product, limits)];
    });
    afterAll(async () => {
      for (const one of servers) await one.stop();
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

    it("adds records of one tenant concurrently, but not the same record twice", async () => {
      const { service } = database;
      const order: string[] = [];
      const add = (name: string, key: string | undefined, wait: () => Promise<unknown> = async () => {}) =>
        inTenant("hooli", () =>
          service.transaction(async () => {
            await wait();
            order.push(name);
          }, key),
        );
      let later: Promise<unknown>[] = [];
      await add("first", "record a", async () => {
        later = [add("same record", "record a"), add("any other write", undefined)];
        await add("another record", "record b");
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
