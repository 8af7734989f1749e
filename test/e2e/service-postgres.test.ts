import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { commonDocFreq } from "../../src/domain/search/query/weight-terms.js";
import { inTenant } from "../../src/engine/tenant-scope.js";
import { openMemoryStore } from "../../src/store/memory/memory-store.js";
import { migrations } from "../../src/store/migrations/index.js";
import { searchDocument } from "../../src/store/search/search-document.js";
import { openSearchIndex } from "../../src/store/search/search-index.js";
import { openVectorStore } from "../../src/store/search/vector-store.js";
import { memoryFor } from "../isolation/records.js";
import { openBrowser } from "../support/browser.js";
import { callAs } from "../support/call-as.js";
import { callMcp } from "../support/call-mcp.js";
import { collectScans, recordStatements } from "../support/collect-plans.js";
import { type Collector, openCollector } from "../support/collector.js";
import { expectNoBarriers } from "../support/expect-no-barriers.js";
import { freePort } from "../support/free-port.js";
import { growTenant } from "../support/grow-tenant.js";
import { waitUntilIdle, widths } from "../support/page-server.js";
import { freezeClock, runPendingTimers } from "../support/page-time.js";
import { namedServer, ownServer, type PostgresServer } from "../support/postgres-server.js";
import { Product } from "../support/product.js";
import { createToken, serveTeam, type TeamServer } from "../support/team-service.js";
import { openTenantDatabase, type TenantDatabase } from "../support/tenant-database.js";
import { testApp } from "../support/test-app.js";

const named = process.env.THROUGHLINE_TEST_POSTGRES ?? "";
const documentCount = Number(process.env.THROUGHLINE_TEST_DOCUMENTS ?? 50_000);
const restarts = Number(process.env.THROUGHLINE_TEST_RESTARTS ?? 4);
const aFix = (n: number) => ({
  title: `Fix ${n}`,
  problem: `Error in ${wordOf(n)}`,
  root_cause: "r",
  solution: `s${n}`,
  category: "database",
  scope: "org",
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
      const port = await freePort();
      // Browsers use the first one at its public URL, and the collector receives its traces.
      product.env.OTEL_EXPORTER_OTLP_ENDPOINT = collector.url;
      servers = [await serveTeam(product, [...limits, "--port", String(port)], `http://127.0.0.1:${port}`)];
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

    it("deletes what a person wrote in one transaction with its audit entry, and keeps what others wrote", async () => {
      const [boss, kim, lee] = ["boss", "kim", "lee"].map(
        (user) =>
          createToken(product, user, ["--tenant", "leavers", "--role", user === "boss" ? "admin" : "write"]).secret,
      ) as [string, string, string];
      const lesson = (title: string) => ({ project_id: "shop", title, content: `${title}.`, outcome: "success" });
      const { id } = (await any(0).call(lee, "memory_record", lesson("Pools of lee"))).body;
      for (const title of ["Pools of lee", "Carts of kim"]) await any(1).call(kim, "memory_record", lesson(title));
      await any(0).call(kim, "remediation_record", aFix(31));
      await any(0).call(kim, "checkpoint_save", { session_id: "s", project_path: "shop", summary: "half done" });
      const erase = async () => {
        const headers = { authorization: `Bearer ${boss}`, "x-request-id": "erase-kim-1" };
        const answer = await fetch(`${any(0).address}/api/people/kim/records`, { method: "DELETE", headers });
        return { status: answer.status, body: await answer.json() };
      };
      const titles = async () =>
        (await database.owner.all("SELECT title FROM memories WHERE tenant = 'leavers' ORDER BY title")).map(
          ({ title }) => title,
        );
      await server.run(
        database.ownerUrl,
        `CREATE FUNCTION no_purge() RETURNS TRIGGER LANGUAGE plpgsql
         AS $$ BEGIN IF NEW.tool = 'purge' THEN RAISE EXCEPTION 'not audited'; END IF; RETURN NEW; END $$`,
        "CREATE TRIGGER no_purge BEFORE INSERT ON audit_log FOR EACH ROW EXECUTE FUNCTION no_purge()",
      );
      expect((await erase()).status).toBe(500);
      await server.run(database.ownerUrl, "DROP FUNCTION no_purge CASCADE");
      expect(await titles()).toEqual(["Carts of kim", "Pools of lee"]);
      expect((await erase()).body).toMatchObject({ deleted: { memory: 1, fix: 1, checkpoint: 1, mention: 1 } });
      expect(await titles()).toEqual(["Pools of lee"]);
      const kept = await any(1).call(lee, "memory_get", { memory_id: id });
      expect(kept.body.memory).toMatchObject({ author: "lee", evidence: [{ author: "lee" }] });
      const { entries } = JSON.parse(product.run(["audit", "--json", "--tenant", "leavers", "--tool", "purge"]).stdout);
      const credential = expect.stringMatching(/^tok_/);
      expect(entries).toMatchObject([{ user: "boss", request: "erase-kim-1", credential }]);
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

    it("embeds what waits in the queue in a worker process, through an embedding endpoint", async () => {
      const dimensions = 384;
      const endpoint = createServer(async (request, response) => {
        const { input } = JSON.parse(await text(request)) as { input: string[] };
        const embedding = new Array(dimensions).fill(1);
        response.end(JSON.stringify({ data: input.map(() => ({ embedding })) }));
      });
      await new Promise<void>((ready) => endpoint.listen(0, "127.0.0.1", ready));
      const queued = async () =>
        (await database.owner.all("SELECT nr FROM embedding_queue WHERE tenant = 'acme' LIMIT 1")).length;
      expect(await queued()).toBe(1);
      const worker = product.start(["worker"], {
        env: {
          THROUGHLINE_SEARCH_MODEL: "endpoint",
          THROUGHLINE_SEARCH_ENDPOINT: `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}`,
          THROUGHLINE_SEARCH_ENDPOINT_DIMENSIONS: String(dimensions),
        },
      });
      const ended = new Promise((resolve) => worker.on("close", resolve));
      await expect.poll(queued, { timeout: 60_000, interval: 200 }).toBe(0);
      worker.kill("SIGTERM");
      expect(await ended).toBe(0);
      endpoint.close();
    });

    it("refuses to serve as a database user that bypasses the policies, unless that is allowed", async () => {
      const args = ["serve", "--public-url", "http://localhost:1", "--port", "0", "--database", database.ownerUrl];
      const { status, stderr } = product.run(args);
      expect(status).toBe(5);
      expect(stderr).toContain("bypasses row-level security");
      // The requests of the tests before count in the same minute.
      const limits = ["--service-rate-limit", "1000000"];
      const allowed = await serveTeam(product, ["--database", database.ownerUrl, "--service-allow-owner", ...limits]);
      expect((await allowed.call(ada, "memory_list", { project_id: "shop" })).status).toBe(200);
      expect(await allowed.stop()).toBe(0);
    });

    it("keeps serving after a newer version added to the schema, and refuses a schema that it does not understand", async () => {
      const { ownerUrl } = database;
      const tables = ["memories", "remediations", "audit_log", "access_tokens", "search_documents"];
      const secret = createToken(product, "ada", ["--tenant", "wayne"]).secret;
      const works = async (one: TeamServer) => {
        const lesson = { project_id: "shop", title: "Close pools", content: "Pools leak.", outcome: "success" };
        const { body } = await one.call(secret, "memory_record", lesson);
        const { status } = await one.call(secret, "remediation_record", aFix(3));
        const found = await one.call(secret, "memory_search", { project_id: "shop", query: "pools leak" });
        const listed = await one.call(secret, "memory_get", { memory_id: body.id });
        expect([status, found.status, found.body.count, listed.status]).toEqual([200, 200, 1, 200]);
      };
      // Statements are prepared before the schema changes.
      for (let n = 0; n < 8; n++) await works(any(0));
      await server.run(
        ownerUrl,
        ...tables.map((table) => `ALTER TABLE ${table} ADD COLUMN next_version TEXT NOT NULL DEFAULT ''`),
        "INSERT INTO migrations VALUES ('m9998-next', '2030')",
        `INSERT INTO migration_needs VALUES ('m9998-next', '${migrations.at(-1)?.name}')`,
      );
      try {
        const started = await serveTeam(product, ["--service-rate-limit", "1000000"]);
        for (const one of [any(0), started]) await works(one);
        expect(await started.stop()).toBe(0);
        await server.run(ownerUrl, "INSERT INTO migrations VALUES ('m9999-breaking', '2030')");
        const { status, stderr } = product.run(["serve", "--public-url", "http://localhost:1", "--port", "0"]);
        expect(status).toBe(4);
        expect(stderr).toContain("written by a newer Throughline (it has m9999-breaking). It was not changed.");
        expect(stderr).toContain("Update Throughline");
      } finally {
        await server.run(
          ownerUrl,
          "DELETE FROM migrations WHERE name IN ('m9998-next', 'm9999-breaking')",
          "DELETE FROM migration_needs WHERE name = 'm9998-next'",
          ...tables.map((table) => `ALTER TABLE ${table} DROP COLUMN next_version`),
        );
      }
    });

    describe("in a browser", () => {
      let browser: Browser;
      let page: Page;
      const memory = (title: string, tags: string[] = []) => ({
        project_id: "shop",
        title,
        content: `${title}, always.`,
        outcome: "success",
        tags,
      });
      const titles = () => page.locator(".row-link .row-title").allTextContents();
      const signInAs = async (role: string) => {
        const options = ["--tenant", "shopkeepers", "--role", role, "--teams", "web"];
        await page.getByLabel("Your access token").fill(createToken(product, role, options).secret);
        await page.getByRole("button", { name: "Sign in" }).click();
        await page.getByText(`shopkeepers · ${role}`).waitFor();
      };
      const signOut = async () => {
        await page.getByRole("button", { name: "Sign out" }).click();
        await page.getByLabel("Your access token").waitFor();
      };
      /** As the page itself would send it. */
      const ask = (path: string, body?: object) =>
        page.evaluate(
          async ([address, sent]) => {
            const answer = await fetch(address, sent ? { method: "POST", body: sent } : {});
            return { status: answer.status, text: await answer.text() };
          },
          [`.${path}`, body && JSON.stringify(body)] as const,
        );

      beforeAll(async () => {
        const writer = createToken(product, "ada", ["--tenant", "shopkeepers", "--role", "admin"]).secret;
        for (const input of [memory("Close pools"), memory("Retry payments"), memory("Carts expire", ["decision"])])
          await any(0).call(writer, "memory_record", input);
        await any(0).call(writer, "remediation_record", aFix(1));
        const hidden = { ...aFix(2), title: "Rotate the vault", scope: "team", team_id: "security" };
        await any(0).call(writer, "remediation_record", hidden);
        browser = await openBrowser();
        page = await browser.newPage({ viewport: widths.desk, reducedMotion: "reduce" });
        await page.addInitScript(freezeClock(new Date().toISOString()));
        await page.goto(`${any(0).address}/`);
      });
      afterAll(() => browser.close());

      it("says why it does not accept a token, and shows nothing before", async () => {
        await page.getByRole("heading", { name: "Sign in to your team's memory" }).waitFor();
        await expectNoBarriers(page, "team-sign-in");
        await page.getByLabel("Your access token").fill("nonsense");
        await page.getByRole("button", { name: "Sign in" }).click();
        await page.getByText("The token was not accepted").waitFor();
        expect((await ask("/api/memories")).status).toBe(401);
      });

      it("lets a reader search and read, and offers nothing else", async () => {
        await signInAs("read");
        await waitUntilIdle(page);
        await expectNoBarriers(page, "team-home");
        expect(await page.locator(".nav-link").allTextContents()).toEqual([
          "Home",
          "Search",
          "Memories",
          "Decisions",
          "Fixes",
        ]);
        await page.getByRole("link", { name: "Decisions" }).click();
        await page.getByRole("heading", { name: "Carts expire" }).waitFor();
        expect(await titles()).toEqual(["Carts expire"]);
        expect(await page.locator(".detail button").allTextContents()).toEqual([]);
        await page.goto(`${any(0).address}/#/sessions`);
        await page.getByRole("heading", { name: "Page not found" }).waitFor();
      });

      it("refuses what the role does not allow, with a clear text, and what only a machine's owner may ask", async () => {
        const refused = await ask("/api/tools/memory_update", { memory_id: "mem_x", state: "verified" });
        expect(refused.status).toBe(403);
        expect(refused.text).toContain("needs the role write; this token has read");
        const merged = await ask("/api/memories/merge", { keep: "a", drop: "b", title: "t", content: "c" });
        expect(merged.status).toBe(403);
        for (const path of ["/api/settings", "/api/sessions", "/api/context", "/api/doctor", "/api/setup"])
          expect((await ask(path)).status).toBe(404);
      });

      it("shows a team's fixes to its members only, in lists, in search and by id", async () => {
        await page.goto(`${any(0).address}/#/fixes`);
        await page.getByText("1 use").or(page.getByText("0 uses")).first().waitFor();
        expect(await titles()).toEqual(["Fix 1"]);
        const search = await ask("/api/search?q=vault");
        expect(JSON.parse(search.text)).toMatchObject({ hits: [], found: 0 });
        await signOut();
        await signInAs("admin");
        const { hits } = JSON.parse((await ask("/api/search?q=vault")).text) as { hits: { source: string }[] };
        expect(hits).toHaveLength(1);
        await signOut();
        await signInAs("write");
        expect((await ask(`/api/remediations/${hits[0]?.source}`)).status).toBe(404);
      });

      it("lets a writer review by keyboard, but not delete", async () => {
        await page.goto(`${any(0).address}/#/inbox`);
        await page.locator(".detail .badge", { hasText: "to review" }).waitFor();
        await expectNoBarriers(page, "team-inbox");
        expect(await page.locator(".detail button", { hasText: "Forget" }).count()).toBe(0);
        await page.keyboard.press("v");
        await page.getByText("Verified: Carts expire").waitFor();
        expect((await ask("/api/tools/memory_forget", { memory_id: "mem_x" })).status).toBe(403);
      });

      it("lets an administrator forget, and records it", async () => {
        await signOut();
        await signInAs("admin");
        await page.goto(`${any(0).address}/#/memories`);
        await page.locator(".row-link", { hasText: "Retry payments" }).click();
        await page.locator(".detail").getByRole("heading", { name: "Retry payments" }).waitFor();
        await page.getByRole("button", { name: "Forget" }).click();
        await page.getByText("Forgetting the memory").waitFor();
        await runPendingTimers(page);
        await page.getByText("Memory forgotten").waitFor();
        const { stdout } = product.run(["audit", "--json", "--tenant", "shopkeepers", "--user", "admin"]);
        expect(JSON.parse(stdout).entries).toMatchObject([{ tool: "memory_forget", result: "ok" }]);
      });

      it("shows an administrator people, tokens, the quota and the newest audit entries, and no one else", async () => {
        await page.getByRole("link", { name: "People" }).click();
        const table = (name: string) => page.getByRole("region", { name, exact: true });
        await table("People").getByRole("rowheader", { name: "admin" }).waitFor();
        await waitUntilIdle(page);
        await expectNoBarriers(page, "team-people");
        const cellsOf = (name: string, text: string) =>
          table(name).getByRole("row").filter({ hasText: text }).first().locator("th, td").allTextContents();
        expect(await cellsOf("People", "read")).toEqual(["read", "read", "web", "1", "just now"]);
        expect(await table("Tokens").getByText("valid", { exact: true }).count()).toBeGreaterThanOrEqual(4);
        const forgotten = ["admin", "memory_forget", expect.stringMatching(/^mem_/), "ok"];
        expect((await cellsOf("Newest audit entries", "memory_forget")).slice(1)).toEqual(forgotten);
        expect(await page.locator("dl.totals > div").last().allTextContents()).toEqual(["Quotanone"]);
        expect(await page.content()).not.toContain("tlp_");
        await page.setViewportSize(widths.phone);
        await expectNoBarriers(page, "team-people", "phone");
        await page.setViewportSize(widths.desk);
        await signOut();
        await signInAs("write");
        expect(await page.getByRole("link", { name: "People" }).count()).toBe(0);
        for (const path of ["/api/tenant", "/api/people", "/api/audit"]) expect((await ask(path)).status).toBe(403);
        await signOut();
        await signInAs("admin");
      });

      it("accepts the cookie only from its own page, and never after the token was revoked", async () => {
        const [cookie] = await page.context().cookies();
        expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Strict", path: "/api" });
        const withCookie = (headers: Record<string, string>) =>
          any(1).get("/api/welcome", { cookie: `${cookie?.name}=${cookie?.value}`, ...headers });
        expect((await withCookie({ "sec-fetch-site": "same-origin" })).status).toBe(200);
        expect((await withCookie({ "sec-fetch-site": "cross-site" })).status).toBe(401);
        expect((await withCookie({})).status).toBe(401);
        product.run(["person", "remove", "admin", "--tenant", "shopkeepers", "--yes"]);
        expect((await withCookie({ "sec-fetch-site": "same-origin" })).status).toBe(401);
      });
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

      it("starts on a read-only database, and answers reads", async () => {
        const token = newToken("starters");
        await any(0).call(token, "memory_record", lesson);
        const { serviceRole, rootUrl } = database;
        await server.run(rootUrl, `ALTER ROLE ${serviceRole} SET default_transaction_read_only = on`);
        try {
          const started = await serveTeam(product);
          const found = await started.call(token, "memory_search", search);
          expect(found).toMatchObject({ status: 200, body: { count: 1 } });
          expect((await started.call(token, "memory_record", lesson)).status).toBe(503);
          expect(await (await started.get("/readyz")).json()).toEqual({ status: "read-only" });
          expect(await started.stop()).toBe(0);
        } finally {
          await server.run(rootUrl, `ALTER ROLE ${serviceRole} RESET default_transaction_read_only`);
        }
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
        const oldest = running[0] as TeamServer;
        const connection = async () => (await oldest.get("/healthz")).headers.get("connection");
        expect(await connection()).not.toBe("close");
        const stopped = oldest.stop();
        await expect.poll(async () => (await oldest.get("/readyz")).status).toBe(503);
        // Clients then open their next connection elsewhere.
        expect(await connection()).toBe("close");
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
        id: `mem_${n}`,
        project: "store",
        contentKey: String(n),
        tags: n === 5 ? ["all", "rare"] : ["all"],
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
      const tagged = (tag: string) => call("memory_list", { project_id: "store", tag, limit: 5 });
      expect(await tagged("all")).toMatchObject({ count: 5, total: documents });
      expect((await tagged("rare")).total).toBeLessThanOrEqual(documents / 50);
      await call("memory_list", { project_id: "store", tag: "all", state: "verified" });
      await call("checkpoint_list", { tenant_id: "t" });
      await call("memory_feedback", { memory_id: "mem_7", helpful: true });
      await call("memory_update", { memory_id: id, content: "Pools leak unless they are closed." });
      const { id: fix } = await call("remediation_record", aFix(documents));
      await call("remediation_feedback", { remediation_id: fix, helpful: true });
      await call("memory_forget", { memory_id: "mem_8" });
      await app.remove();
      const scans = await collectScans(database.rootUrl, { role: database.serviceRole, tenant, statements });
      const tables = [
        "search_documents",
        "search_words",
        "search_terms",
        "search_vectors",
        "memories",
        "remediations",
      ].concat("memory_tags");
      // A bitmap of a whole key reads no row, but grows with the tenant all the same.
      const isOfTenant = (table: string) => tables.includes(table.replace(/_pkey$/, ""));
      const large = scans.filter(({ table, rows }) => isOfTenant(table) && rows > commonDocFreq(documents));
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
      expect(pending?.documents.map(({ id }) => id)).toEqual(["later", "earlier"]);
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
