import { spawn } from "node:child_process";
import { createServer, type Socket } from "node:net";
import { afterAll, describe, expect, it } from "vitest";
import { fixedRuntime } from "../../src/base/runtime.js";
import { openPostgres } from "../../src/engine/postgres/open-postgres.js";
import { openLeaseStore } from "../../src/store/lease-store.js";
import { migrate } from "../../src/store/migrate.js";
import { migrations } from "../../src/store/migrations/index.js";
import { searchDocument } from "../../src/store/search/search-document.js";
import { openSearchIndex } from "../../src/store/search/search-index.js";
import { ownServer } from "../support/postgres-server.js";
import { Product } from "../support/product.js";

const server = await ownServer();
/** Long, because a busy machine takes seconds to open a connection. */
const options = { tenant: () => "t", timeoutMs: 20_000 };
/** For tests that wait until it has passed. */
const impatient = { ...options, timeoutMs: 2000 };
const open = (url: string) => openPostgres(url, options);

if (typeof server === "string") it.skip(`what can be wrong with PostgreSQL (skipped: ${server})`, () => {});
else {
  describe("failures of PostgreSQL", () => {
    afterAll(() => server.stop());

    it("reports a wrong password without printing it", async () => {
      const url = new URL(await server.freshDatabase());
      url.password = "hunter2-not-the-one";
      const error = await open(url.href).catch((one) => one);
      expect(error).toMatchObject({ problem: "unavailable", message: expect.stringContaining("password") });
      expect(JSON.stringify([error, error.message, error.hint, error.stack])).not.toContain("hunter2");
    });

    it("reports a database that does not exist", async () => {
      const url = new URL(await server.freshDatabase());
      url.pathname = "nowhere";
      await expect(open(url.href)).rejects.toMatchObject({ message: expect.stringContaining("nowhere") });
    });

    it("reports a server that does not listen or does not answer", async () => {
      await expect(open("postgres://x@127.0.0.1:1/x")).rejects.toMatchObject({ problem: "unavailable" });
      const sockets: Socket[] = [];
      const mute = createServer((socket) => sockets.push(socket)).listen(0, "127.0.0.1");
      await new Promise((ready) => mute.once("listening", ready));
      const { port } = mute.address() as { port: number };
      const unanswered = openPostgres(`postgres://x@127.0.0.1:${port}/x`, impatient);
      await expect(unanswered).rejects.toMatchObject({ problem: "unavailable" });
      for (const socket of sockets) socket.destroy();
      mute.close();
    });

    it("refuses to serve without the database, and says why without the password", async () => {
      const product = new Product();
      const serve = (url: string) =>
        product.run(["serve", "--public-url", "http://localhost:1", "--port", "0", "--database", url]);
      const unreachable = serve("postgres://ada:hunter2-secret@127.0.0.1:1/x");
      const wrong = new URL(await server.freshDatabase());
      wrong.password = "hunter2-secret";
      for (const { status, stderr } of [unreachable, serve(wrong.href)]) {
        expect(status).toBe(6);
        expect(stderr).not.toContain("hunter2");
      }
      expect(unreachable.stderr).toContain("Cannot reach the database");
      product.remove();
    });

    it("works without extensions, and names the missing ones", async () => {
      const sql = await open(await server.freshDatabase());
      await migrate(sql, fixedRuntime(), migrations);
      expect((await sql.diagnostics()).map(({ text }) => text).join("\n")).toContain("has no pgvector");
      await sql.close();
    });

    it("leaves a schema of a newer version unchanged and reports it", async () => {
      const sql = await open(await server.freshDatabase());
      await migrate(sql, fixedRuntime(), migrations);
      await sql.run("INSERT INTO migrations (name, applied_at) VALUES ('m9999-future', '')");
      await expect(migrate(sql, fixedRuntime(), migrations)).rejects.toMatchObject({ problem: "conflict" });
      await sql.close();
    });

    it("cancels a statement that takes too long, and keeps working", async () => {
      const sql = await openPostgres(await server.freshDatabase(), { ...options, statementMs: 200 });
      await expect(sql.all("SELECT pg_sleep(20)")).rejects.toMatchObject({ problem: "unavailable" });
      expect(await sql.all("SELECT 1 AS x")).toEqual([{ x: 1 }]);
      await sql.close();
    });

    it("gives up a write that waits too long for a lock, and keeps working", async () => {
      const url = await server.freshDatabase();
      const [one, other] = [await open(url), await openPostgres(url, impatient)];
      await one.run("CREATE TABLE things (x BIGINT)");
      const waiting = one.transaction(async (session) => {
        await session.all("SELECT 1 AS x");
        await expect(other.run("INSERT INTO things VALUES (1)")).rejects.toMatchObject({ problem: "unavailable" });
      });
      await waiting;
      expect(await other.run("INSERT INTO things VALUES (2)")).toBe(1);
      await one.close();
      await other.close();
    });

    it("waits for a free connection, for a limited time, and does not name the server's address", async () => {
      const url = await server.freshDatabase();
      const sql = await openPostgres(url, { ...impatient, connections: 1, statementMs: 1000 });
      const holdFor = (ms: number) => sql.transaction(() => new Promise((done) => setTimeout(done, ms)));
      const short = holdFor(100);
      expect(await sql.all("SELECT 1 AS x")).toEqual([{ x: 1 }]);
      await short;
      const long = holdFor(4000);
      const error = await sql.all("SELECT 1 AS x").catch((one) => one);
      expect(error).toMatchObject({ problem: "unavailable", message: expect.stringContaining("in use") });
      const { host, pathname } = new URL(url);
      await long;
      const slow = await sql.all("SELECT pg_sleep(20)").catch((one) => one);
      expect(slow).toMatchObject({ problem: "unavailable" });
      for (const { message, hint, details } of [error, slow]) {
        expect(JSON.stringify([message, hint, details])).not.toContain(host);
        expect(JSON.stringify([message, hint, details])).not.toContain(pathname.slice(1));
      }
      expect(sql.pool?.()).toEqual({ inUse: 0, waiting: 0, max: 1 });
      await sql.close();
    });

    it("waits while the server has no free connections", async () => {
      const url = new URL(await server.freshDatabase());
      // A first try may have left it.
      await server.run(url.href, "DROP ROLE IF EXISTS narrow");
      await server.run(url.href, "CREATE ROLE narrow LOGIN PASSWORD 'narrow' CONNECTION LIMIT 1");
      [url.username, url.password] = ["narrow", "narrow"];
      const sql = await openPostgres(url.href, { ...options, connections: 4 });
      const reads = ["0", "1", "2"].map((n) =>
        openPostgres(url.href, { ...options, connections: 1 }).then(async (other) => {
          const [row] = await other.all("SELECT CAST(? AS TEXT) AS n", [n]);
          await other.close();
          return row;
        }),
      );
      await sql.close();
      expect(await Promise.all(reads)).toEqual([{ n: "0" }, { n: "1" }, { n: "2" }]);
    });

    it("keeps nothing in a session behind a pooler that gives each transaction another one", async () => {
      const url = await server.freshDatabase();
      const sql = await openPostgres(`${url}?pooling=transaction`, { ...options, connections: 1 });
      await migrate(sql, fixedRuntime(), migrations);
      const index = openSearchIndex(sql);
      const note = { id: "n", kind: "note", project: "p", source: "n", at: "2026", body: "it's a $1 pool \\ leak" };
      await index.put("t", [searchDocument(note)]);
      const found = await index.match("t", { groups: [["pool"]], excluded: [], filter: { project: "p" }, limit: 9 });
      expect(await index.read("t", found)).toMatchObject([{ id: "n", body: note.body }]);
      const bytes = Buffer.from([0, 255, 39]);
      expect(
        await sql.all("SELECT ? AS a, CAST(? AS BYTEA) AS b, CAST(? AS BIGINT) + 1 AS c", ["$2", bytes, 4]),
      ).toEqual([{ a: "$2", b: bytes, c: 5 }]);
      const [state] = await sql.all(`SELECT (SELECT count(*) FROM pg_prepared_statements) AS prepared,
        (SELECT count(*) FROM pg_locks WHERE locktype = 'advisory') AS locks,
        (SELECT reset_val FROM pg_settings WHERE name = 'statement_timeout') AS timeout`);
      expect(state).toEqual({ prepared: 0, locks: 0, timeout: "0" });
      await expect(sql.transaction((session) => session.all("SHOW statement_timeout"))).resolves.toEqual([
        { statement_timeout: "30s" },
      ]);
      await sql.close();
    });

    it("keeps reading and writing when a table gets a new column meanwhile", async () => {
      const url = await server.freshDatabase();
      const sql = await openPostgres(url, { ...options, connections: 1 });
      await sql.run("CREATE TABLE things (x BIGINT)");
      const readAll = () => sql.all("SELECT * FROM things WHERE x > ?", [0]);
      const writeOne = () =>
        sql.transaction(async (session) => {
          await session.all("SELECT * FROM things WHERE x = ?", [7]);
          return session.run("INSERT INTO things (x) VALUES (?)", [7]);
        });
      expect([await writeOne(), await readAll()]).toEqual([1, [{ x: 7 }]]);
      await server.run(url, "ALTER TABLE things ADD COLUMN y BIGINT DEFAULT 1");
      expect([await readAll(), await writeOne()]).toEqual([[{ x: 7, y: 1 }], 1]);
      await server.run(url, "ALTER TABLE things ADD COLUMN z BIGINT DEFAULT 2");
      expect([await writeOne(), (await readAll()).length]).toEqual([1, 3]);
      await sql.close();
    });

    it("answers several concurrent reads, even when one of them fails", async () => {
      const sql = await open(await server.freshDatabase());
      const divide = (n: number) => sql.all("SELECT 8 / CAST(? AS BIGINT) AS x", [n]);
      const unknown = sql.all("SELECT nothing FROM nowhere");
      expect(await Promise.allSettled([divide(1), divide(0), divide(4), unknown])).toMatchObject([
        { value: [{ x: 8 }] },
        { reason: { code: "22012" } },
        { value: [{ x: 2 }] },
        { reason: { code: "42P01" } },
      ]);
      await expect(sql.all("SELECT nothing FROM nowhere")).rejects.toMatchObject({ code: "42P01" });
      expect(await sql.all("SELECT 1 AS x")).toEqual([{ x: 1 }]);
      await sql.close();
    });

    it("writes nothing in a read-only transaction", async () => {
      const sql = await open(await server.freshDatabase());
      await sql.run("CREATE SEQUENCE numbers");
      await expect(sql.all("SELECT nextval('numbers') AS x")).rejects.toMatchObject({ problem: "unavailable" });
      await sql.close();
    });

    it("retries a transaction after a deadlock", async () => {
      const url = await server.freshDatabase();
      const tenants = ["a", "b"];
      const [one, other] = await Promise.all(tenants.map((name) => openPostgres(url, { tenant: () => name })));
      if (!one || !other) throw new Error("not opened");
      await one.run("CREATE TABLE things (name TEXT, n BIGINT)");
      await one.run("INSERT INTO things VALUES ('x', 0), ('y', 0)");
      const both = (sql: typeof one, names: readonly string[]) =>
        sql.transaction(async (session) => {
          for (const name of names) {
            await session.run("UPDATE things SET n = n + 1 WHERE name = ?", [name]);
            await new Promise((later) => setTimeout(later, 100));
          }
        });
      await Promise.all([both(one, ["x", "y"]), both(other, ["y", "x"])]);
      expect(await one.all("SELECT n FROM things")).toEqual([{ n: 2 }, { n: 2 }]);
      await one.close();
      await other.close();
    });

    it("grants a lease to one of many concurrent callers", async () => {
      const url = await server.freshDatabase();
      const all = await Promise.all(["a", "b", "c", "d"].map((name) => openPostgres(url, { tenant: () => name })));
      if (all[0]) await migrate(all[0], fixedRuntime(), migrations);
      for (let round = 0; round < 10; round++) {
        const leases = await Promise.all(
          all.map((sql, i) => openLeaseStore(sql, fixedRuntime()).take(`work ${round}`, `holder ${i}`, 60_000)),
        );
        expect(leases.filter(Boolean)).toHaveLength(1);
      }
      await Promise.all(all.map((sql) => sql.close()));
    });

    it("migrates the schema once when many processes start at the same time", async () => {
      const product = new Product();
      const url = await server.freshDatabase();
      const env = { ...product.env, THROUGHLINE_DATABASE: url };
      const codes = await Promise.all(
        [1, 2, 3].map(
          () =>
            new Promise((ended) => {
              const child = spawn(process.execPath, ["dist/main.js", "stats", "--json"], { env, stdio: "ignore" });
              child.on("close", ended);
            }),
        ),
      );
      expect(codes).toEqual([0, 0, 0]);
      product.remove();
    });

    it("reads from a replica, and rejects every write", async () => {
      const url = await server.freshDatabase();
      const first = await open(url);
      await migrate(first, fixedRuntime(), migrations);
      await first.close();
      await server.becomeReplica();
      const sql = await open(url);
      await migrate(sql, fixedRuntime(), migrations);
      expect((await sql.all("SELECT name FROM migrations")).length).toBeGreaterThan(3);
      await expect(sql.run("DELETE FROM leases")).rejects.toMatchObject({
        problem: "unavailable",
        message: expect.stringContaining("read-only"),
      });
      expect((await sql.diagnostics()).some(({ isWarning }) => isWarning)).toBe(true);
      await sql.close();
    });
  });
}
