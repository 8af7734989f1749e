import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { fixedRuntime } from "../../src/base/runtime.js";
import { createIdempotency } from "../../src/domain/access/idempotency.js";
import { ambientTransaction } from "../../src/engine/ambient-transaction.js";
import type { Sql } from "../../src/engine/sql.js";
import { type AuditEntry, openAuditStore } from "../../src/store/access/audit-store.js";
import { openIdempotencyStore } from "../../src/store/access/idempotency-store.js";
import { openRateLimitStore } from "../../src/store/access/rate-limit-store.js";
import { openTenantRegistry } from "../../src/store/access/tenant-registry.js";
import { openTokenStore, type TokenRecord } from "../../src/store/access/token-store.js";
import { migrate } from "../../src/store/migrate.js";
import { migrations } from "../../src/store/migrations/index.js";
import { openCopyStore } from "../../src/store/remote/copy-store.js";
import { type OutboxEntry, openOutboxStore } from "../../src/store/remote/outbox-store.js";

const at = "2026-01-02T03:04:05.000Z";
const later = "2026-01-02T03:05:05.000Z";

const aToken = (changes: Partial<TokenRecord> = {}): TokenRecord => ({
  hash: "h1",
  id: "tok_1",
  tenant: "acme",
  user: "ada",
  label: "laptop",
  role: "write",
  teams: ["core"],
  createdAt: at,
  expiresAt: later,
  revokedAt: "",
  lastUsedAt: "",
  ...changes,
});

const anEntry = (changes: Partial<AuditEntry> = {}): AuditEntry => ({
  id: "aud_1",
  tenant: "acme",
  at,
  user: "ada",
  credential: "tok_1",
  tool: "memory_record",
  target: "mem_1",
  result: "ok",
  request: "req_1",
  ...changes,
});

const aWrite = (changes: Partial<OutboxEntry> = {}): OutboxEntry => ({
  id: "out_1",
  service: "https://tl.example",
  tool: "memory_record",
  input: { title: "t" },
  createdAt: at,
  refused: "",
  ...changes,
});

/** Conformance tests of the stores of a service and of its clients, for every database. */
export function describeAccessStores(open: () => Promise<Sql>): void {
  let sql: Sql;
  beforeAll(async () => {
    sql = await open();
    await migrate(sql, fixedRuntime(), migrations);
  });
  beforeEach(async () => {
    for (const table of [
      "access_tokens",
      "audit_log",
      "allowances",
      "answered_requests",
      "remote_copies",
      "remote_outbox",
      "served_tenants",
    ]) {
      await sql.run(`DELETE FROM ${table}`);
    }
  });
  afterAll(() => sql.close());

  describe("token store", () => {
    it("finds a token by its hash, lists those of a tenant, and revokes once", async () => {
      const store = openTokenStore(sql);
      await store.add(aToken());
      await store.add(aToken({ hash: "h2", id: "tok_2", tenant: "other" }));
      expect(await store.byHash("h1")).toEqual(aToken());
      expect(await store.byHash("tok_1")).toBeUndefined();
      expect((await store.list("acme")).map(({ id }) => id)).toEqual(["tok_1"]);
      expect((await store.list(undefined)).map(({ id }) => id)).toEqual(["tok_2", "tok_1"]);
      expect(await store.revoke("tok_1", later)).toBe(true);
      expect(await store.revoke("tok_1", later)).toBe(false);
      await store.recordUse("h1", later);
      expect(await store.byHash("h1")).toEqual(aToken({ revokedAt: later, lastUsedAt: later }));
    });
  });

  describe("audit store", () => {
    it("supports every filter, newest first, and deletes old entries", async () => {
      const store = openAuditStore(sql);
      const denied = anEntry({
        id: "aud_2",
        tenant: "t",
        at: later,
        user: "eve",
        result: "UNAUTHORIZED",
        tool: "memory_forget",
      });
      await store.add("t", [anEntry({ tenant: "t" }), denied]);
      await store.add("other", [anEntry({ id: "aud_3", tenant: "other" })]);
      const ids = async (filter: object, tenant = "t") => (await store.list(tenant, filter, 10)).map(({ id }) => id);
      expect(await store.list("t", {}, 1)).toEqual([denied]);
      expect(await ids({})).toEqual(["aud_2", "aud_1"]);
      expect(await ids({ user: "eve" })).toEqual(["aud_2"]);
      expect(await ids({ result: "ok" }, "other")).toEqual(["aud_3"]);
      expect(await ids({ tool: "memory_forget" })).toEqual(["aud_2"]);
      expect(await ids({ from: later })).toEqual(["aud_2"]);
      expect(await ids({ to: later })).toEqual(["aud_1"]);
      expect(await store.removeBefore("t", later)).toBe(1);
      expect(await ids({})).toEqual(["aud_2"]);
      expect(await ids({}, "other")).toEqual(["aud_3"]);
    });

    it("lists each tenant once", async () => {
      const registry = openTenantRegistry(sql);
      for (const tenant of ["b", "a", "b"]) await registry.enter(tenant);
      expect(await registry.list()).toEqual(["a", "b"]);
    });
  });

  describe("allowance store", () => {
    it("never grants more than the limit to concurrent callers", async () => {
      const store = openRateLimitStore(sql);
      const take = (amount: number) => store.take("acme", { name: "requests", period: at, amount, limit: 10 });
      const grants = await Promise.all([4, 4, 4, 1, 1, 1].map(take));
      const granted = [4, 4, 4, 1, 1, 1].filter((_, i) => grants[i]).reduce((sum, amount) => sum + amount, 0);
      expect(granted).toBe(10);
      expect(await take(1)).toBe(false);
      expect(await store.take("other", { name: "requests", period: at, amount: 1, limit: 10 })).toBe(true);
      expect(await store.take("acme", { name: "requests", period: later, amount: 11, limit: 10 })).toBe(false);
      expect(await store.forgetBefore("acme", "requests", later)).toBe(1);
      expect(await take(1)).toBe(true);
    });
  });

  describe("a request with a key", () => {
    const opened = () => {
      const ambient = ambientTransaction(sql);
      const idempotency = createIdempotency({
        store: openIdempotencyStore(ambient.sql),
        ambient,
        runtime: fixedRuntime(),
      });
      const write = (id: string) =>
        ambient.sql.run("INSERT INTO leases (name, holder, expires_at) VALUES (?, 'x', '')", [id]);
      return { idempotency, write };
    };
    const request = { tenant: "acme", user: "ada", key: "key-number-1", tool: "memory_record", input: { a: 1 } };
    const leases = async () => (await sql.all("SELECT name FROM leases")).length;
    beforeEach(() => sql.run("DELETE FROM leases").then(() => undefined));

    it("is executed once and gets the same answer each time", async () => {
      const { idempotency, write } = opened();
      let runs = 0;
      const body = async () => {
        runs += 1;
        await write(`lease-${runs}`);
        return { run: runs };
      };
      expect(await idempotency.run(request, body)).toEqual({ run: 1 });
      expect(await idempotency.run(request, body)).toEqual({ run: 1 });
      expect(await leases()).toBe(1);
    });

    it("leaves nothing behind when it fails, so that it can be sent again", async () => {
      const { idempotency, write } = opened();
      const failing = async () => {
        await write("lease-1");
        throw new Error("the process was killed here");
      };
      await expect(idempotency.run(request, failing)).rejects.toThrow("killed");
      expect(await leases()).toBe(0);
      expect(await idempotency.run(request, async () => "done")).toBe("done");
    });

    it("is executed once when it arrives twice concurrently", async () => {
      const { idempotency, write } = opened();
      let runs = 0;
      const body = async () => {
        runs += 1;
        await write(`lease-${runs}`);
        return { run: runs };
      };
      expect(await Promise.all([idempotency.run(request, body), idempotency.run(request, body)])).toEqual([
        { run: 1 },
        { run: 1 },
      ]);
      expect(await leases()).toBe(1);
    });

    it("is refused when another request of the same tenant used the key", async () => {
      const { idempotency } = opened();
      await idempotency.run(request, async () => "first");
      await expect(idempotency.run({ ...request, input: { a: 2 } }, async () => "x")).rejects.toMatchObject({
        problem: "conflict",
      });
      expect(await idempotency.run({ ...request, tenant: "other" }, async () => "second")).toBe("second");
      await expect(idempotency.run({ ...request, key: "a b" }, async () => "x")).rejects.toMatchObject({
        problem: "invalid",
      });
    });
  });

  describe("outbox store", () => {
    const service = "https://tl.example";
    it("leases each write to one sender at a time, oldest first, and to another when the lease expires", async () => {
      const store = openOutboxStore(sql);
      await store.add("local", aWrite(), "");
      await store.add("local", aWrite({ id: "out_2" }), "");
      expect(await store.claim("local", service, at, later)).toEqual(aWrite());
      expect(await store.claim("local", service, at, later)).toBeUndefined();
      expect((await store.claim("local", service, later, "2027"))?.id).toBe("out_1");
      await store.release("local", "out_1");
      expect((await store.claim("local", service, at, later))?.id).toBe("out_1");
      expect(await store.remove("local", "out_1")).toBe(true);
      expect((await store.claim("local", service, at, later))?.id).toBe("out_2");
      expect(await store.claim("local", "https://other.example", at, later)).toBeUndefined();
    });

    it("skips refused writes until a retry is requested", async () => {
      const store = openOutboxStore(sql);
      await store.add("local", aWrite(), "");
      await store.refuse("local", "out_1", "INVALID_INPUT no title");
      expect(await store.hasQueued("local", service)).toBe(false);
      expect(await store.claim("local", service, at, later)).toBeUndefined();
      expect(await store.list("local")).toEqual([aWrite({ refused: "INVALID_INPUT no title" })]);
      expect(await store.retry("local")).toBe(1);
      expect((await store.claim("local", service, at, later))?.id).toBe("out_1");
    });
  });
  describe("copy store", () => {
    it("replaces the copy of a kind and project, keeps the newest, and finds it by its account only", async () => {
      const store = openCopyStore(sql);
      const copy = { kind: "memories", project: "shop", copiedAt: at, records: [{ id: "mem_1", tags: ["a"] }] };
      await store.put("local", "ada", { ...copy, records: [{ id: "mem_0" }] }, 2);
      await store.put("local", "ada", copy, 2);
      expect(await store.get("local", "ada", "memories", "shop")).toEqual(copy);
      expect(await store.copiedAt("local", "ada", "memories", "shop")).toBe(at);
      expect(await store.get("local", "bob", "memories", "shop")).toBeUndefined();
      for (const project of ["web", "app"]) await store.put("local", "ada", { ...copy, project, copiedAt: later }, 2);
      expect((await store.list("local", "ada")).map(({ project }) => project)).toEqual(["app", "web"]);
      await store.put("local", "bob", copy, 2);
      expect(await store.list("local", "ada")).toEqual([]);
      await store.clear("local");
      expect(await store.list("local", "bob")).toEqual([]);
    });
  });
}
