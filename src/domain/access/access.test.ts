import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type TestApp, testApp } from "../../../test/support/test-app.js";
import { AppError } from "../../base/errors.js";
import type { Runtime } from "../../base/runtime.js";
import { openRateLimitStore } from "../../store/access/rate-limit-store.js";
import { openTenantRegistry } from "../../store/access/tenant-registry.js";
import { atTerminal, requireRole } from "./principal.js";
import { createRateLimits } from "./rate-limits.js";

const newToken = { tenant: "acme", user: "ada", role: "write", teams: ["core"], label: "", days: 1 } as const;

describe("access", () => {
  let app: TestApp;
  beforeEach(async () => {
    app = await testApp();
  });
  afterEach(() => app.remove());

  describe("tokens", () => {
    it("are shown once and stored as a hash", async () => {
      const { secret, facts } = await app.access.tokens.create(newToken);
      expect(secret).toMatch(/^tlp_[0-9a-f]{64}$/);
      expect(JSON.stringify(await app.sql.all("SELECT * FROM access_tokens"))).not.toContain(secret.slice(4));
      expect(JSON.stringify([facts, await app.access.tokens.list("acme")])).not.toContain(secret.slice(4));
      expect(await app.access.tokens.principalOf(secret)).toEqual({
        tenant: "acme",
        user: "ada",
        role: "write",
        teams: ["core"],
        credential: facts.id,
      });
    });

    it("are rejected once revoked, expired or changed in one character", async () => {
      const { secret, facts } = await app.access.tokens.create(newToken);
      expect(await app.access.tokens.principalOf(`${secret.slice(0, -1)}x`)).toEqual({ refused: "it is unknown" });
      await app.access.tokens.revoke(facts.id);
      expect(await app.access.tokens.principalOf(secret)).toEqual({ refused: "it was revoked" });
      await expect(app.access.tokens.revoke(facts.id)).rejects.toMatchObject({ problem: "missing" });
      const old = await app.access.tokens.create({ ...newToken, days: 0 });
      expect(await app.access.tokens.principalOf(old.secret)).toEqual({ refused: "it has expired" });
    });

    it("are created, revoked and replaced only together with their audit entries", async () => {
      const { facts } = await app.access.tokens.create(newToken, atTerminal("root@host"));
      await app.access.tokens.revoke(facts.id, atTerminal("root@host"));
      const entries = await app.access.audit.list("acme", {}, 10);
      expect(entries.map(({ tool, user, target }) => [tool, user, target])).toEqual([
        ["token_revoke", "root@host", facts.id],
        ["token_create", "root@host", facts.id],
      ]);
      const { secret, facts: valid } = await app.access.tokens.create({ ...newToken, user: "bob" });
      await app.sql.run("ALTER TABLE audit_log RENAME TO gone");
      await expect(app.access.tokens.create({ ...newToken, user: "eve" })).rejects.toThrow();
      await expect(app.access.tokens.revoke(valid.id)).rejects.toThrow();
      await expect(app.access.tokens.rotate(valid.id, { days: 5 })).rejects.toThrow();
      await expect(app.access.tokens.revokeAll("acme", "bob")).rejects.toThrow();
      expect((await app.access.tokens.list("acme")).map(({ user }) => user).sort()).toEqual(["ada", "bob"]);
      expect(await app.access.tokens.principalOf(secret)).toMatchObject({ user: "bob" });
    });

    it("are replaced by a new one with the same rights or another role, or all revoked with their person", async () => {
      const { tokens } = app.access;
      const [first, other] = [await tokens.create(newToken), await tokens.create({ ...newToken, user: "bob" })];
      const rotated = await tokens.rotate(first.facts.id, { days: 5 }, atTerminal("root"));
      expect(await tokens.principalOf(first.secret)).toEqual({ refused: "it was revoked" });
      expect(await tokens.principalOf(rotated.secret)).toMatchObject({ user: "ada", role: "write", teams: ["core"] });
      await expect(tokens.rotate(first.facts.id, { days: 5 })).rejects.toMatchObject({ problem: "missing" });
      const promoted = await tokens.rotate(rotated.facts.id, { days: 5, role: "admin" });
      expect(await tokens.principalOf(rotated.secret)).toEqual({ refused: "it was revoked" });
      expect(await tokens.principalOf(promoted.secret)).toMatchObject({ user: "ada", role: "admin", teams: ["core"] });
      const second = await tokens.create(newToken);
      expect((await tokens.revokeAll("acme", "ada", atTerminal("root"))).sort()).toEqual(
        [promoted.facts.id, second.facts.id].sort(),
      );
      expect(await tokens.principalOf(second.secret)).toEqual({ refused: "it was revoked" });
      expect(await tokens.principalOf(other.secret)).toMatchObject({ user: "bob" });
      const acts = (await app.access.audit.list("acme", { user: "root" }, 10)).map(({ tool }) => tool).sort();
      expect(acts).toEqual(["token_revoke", "token_revoke", "token_rotate"]);
    });

    it("need a tenant name", async () => {
      await expect(app.access.tokens.create({ ...newToken, tenant: " " })).rejects.toMatchObject({
        problem: "invalid",
      });
    });
  });

  describe("tenants", () => {
    it("are listed with their records and people, exported as rows, and deleted without the audit log", async () => {
      const { tenants, tokens, audit } = app.access;
      const { secret } = await tokens.create(newToken);
      const call = (tenant: string, caller: string) => ({ ...app.call, tenant, caller });
      const lesson = { project: "shop", title: "Pools", content: "Close them.", outcome: "success" as const, tags: [] };
      for (const [tenant, person] of [
        ["acme", "ada"],
        ["acme", "bob"],
        ["other", "eve"],
      ] as const)
        await app.memories.addAll(call(tenant, person), [{ ...lesson, content: `Close them, says ${person}.` }]);
      expect(await tenants.list()).toEqual([{ tenant: "acme", records: 2, people: ["ada"] }]);
      const exported = await tenants.export("acme", "ada");
      expect(exported.filter(({ table }) => table === "memories")).toMatchObject([{ row: { author: "ada" } }]);
      expect((await tenants.export("acme")).filter(({ table }) => table === "memories")).toHaveLength(2);
      await tenants.remove("acme", atTerminal("root"));
      expect((await tenants.export("acme")).map(({ table }) => table)).not.toContain("memories");
      expect(await app.sql.all("SELECT 1 AS x FROM search_documents WHERE tenant = 'acme'")).toEqual([]);
      expect(await tokens.principalOf(secret)).toEqual({ refused: "it was revoked" });
      expect((await audit.list("acme", {}, 9)).map(({ tool }) => tool)).toEqual(["tenant_delete", "token_create"]);
      const search = (tenant: string) => app.search.find({ tenant, query: "close", meaning: false });
      expect([(await search("acme")).found, (await search("other")).found]).toEqual([0, 1]);
    });
  });

  describe("roles", () => {
    const principal = { ...newToken, credential: "tok_1" };
    it.each([
      ["read", "reads", true],
      ["read", "adds", false],
      ["write", "replaces", true],
      ["write", "deletes", false],
      ["admin", "deletes", true],
    ] as const)("%s may call what %s: %s", (role, effect, isAllowed) => {
      const call = () => requireRole({ ...principal, role }, { name: "a_tool", effect });
      if (isAllowed) expect(call).not.toThrow();
      else expect(call).toThrow(expect.objectContaining({ code: "UNAUTHORIZED" }));
    });
  });

  describe("rateLimits", () => {
    const limit = { name: "requests", max: 45, periodMs: 10_000 } as const;
    const runtimeAt = (at: string): Runtime => ({ ...app.runtime, now: () => new Date(at) });
    const server = (at = "2026-01-02T03:04:05.000Z") =>
      createRateLimits({
        store: openRateLimitStore(app.sql),
        tenantRegistry: openTenantRegistry(app.sql),
        runtime: runtimeAt(at),
      });
    const admitsOne = (one: ReturnType<typeof server>, tenant: string) =>
      one.take(tenant, limit).then(
        () => 1,
        () => 0,
      );
    const sum = (numbers: readonly number[]) => numbers.reduce((total: number, one) => total + one, 0);

    it("hold exactly across all servers", async () => {
      const [a, b] = [server(), server()];
      const admitted = await Promise.all(Array.from({ length: 100 }, (_, i) => admitsOne(i % 2 === 0 ? a : b, "acme")));
      expect(sum(admitted)).toBe(45);
    });

    it("report how long to wait, and start over after that", async () => {
      const one = server("2026-01-02T03:04:07.500Z");
      await Promise.all(Array.from({ length: 45 }, () => one.take("acme", limit)));
      await expect(one.take("acme", limit)).rejects.toMatchObject({
        code: "RATE_LIMITED",
        details: { retry_after_seconds: 3 },
      });
      expect(await admitsOne(server("2026-01-02T03:04:10.000Z"), "acme")).toBe(1);
    });

    it("are reserved before the next period begins, so that no request of it waits", async () => {
      let now = new Date("2026-01-02T03:04:08.500Z");
      const store = openRateLimitStore(app.sql);
      const periods: string[] = [];
      const one = createRateLimits({
        store: {
          ...store,
          take(tenant, claim) {
            periods.push(claim.period.slice(17, 19));
            return store.take(tenant, claim);
          },
        },
        tenantRegistry: openTenantRegistry(app.sql),
        runtime: { ...app.runtime, now: () => now },
      });
      await one.take("acme", limit);
      await one.take("acme", limit);
      await expect.poll(() => app.sql.all("SELECT period, taken FROM allowances")).toHaveLength(2);
      expect(periods).toEqual(["00", "10"]);
      now = new Date("2026-01-02T03:04:10.000Z");
      await one.take("acme", limit);
      expect(periods).toEqual(["00", "10"]);
    });

    it("are counted per tenant", async () => {
      const one = server();
      for (let i = 0; i < 60; i++) await admitsOne(one, "acme");
      expect(await admitsOne(one, "other")).toBe(1);
    });

    it("are counted per person within a tenant, and forgotten with the tenant's", async () => {
      const one = server();
      const takes = (person: string) =>
        one.take("acme", { ...limit, max: 5, person }).then(
          () => 1,
          () => 0,
        );
      expect(sum(await Promise.all(Array.from({ length: 9 }, () => takes("bot"))))).toBe(5);
      expect(await takes("ada")).toBe(1);
      await server("2026-01-02T04:00:00.000Z").forgetOld("acme", [limit]);
      expect(await app.sql.all("SELECT * FROM allowances")).toEqual([]);
    });

    it("are counted by each server alone while the database cannot be written", async () => {
      const store = openRateLimitStore(app.sql);
      const take = () =>
        Promise.reject(new AppError("unavailable", "read-only", { details: { unwritable: "read-only" } }));
      const one = createRateLimits({
        store: { ...store, take },
        tenantRegistry: openTenantRegistry(app.sql),
        runtime: runtimeAt("2026-01-02T03:04:05.000Z"),
      });
      expect(sum(await Promise.all(Array.from({ length: 60 }, () => admitsOne(one, "acme"))))).toBe(45);
    });

    it("query the database for one request in many, and not at all once used up", async () => {
      let queries = 0;
      const store = openRateLimitStore(app.sql);
      const take: typeof store.take = (tenant, claim) => {
        queries += 1;
        return store.take(tenant, claim);
      };
      const counting = { ...store, take };
      const one = createRateLimits({
        store: counting,
        tenantRegistry: openTenantRegistry(app.sql),
        runtime: runtimeAt("2026-01-02T03:04:05.000Z"),
      });
      const large = { ...limit, max: 1000 };
      for (let i = 0; i < 1000; i++) await one.take("acme", large);
      expect(queries).toBe(20);
      for (let i = 0; i < 50; i++) await one.take("acme", large).catch(() => {});
      expect(queries).toBe(22);
    });
  });

  describe("audit", () => {
    it("stores concurrent entries in order", async () => {
      const entry = { tenant: "acme", user: "ada", credential: "tok_1", tool: "t", result: "ok", request: "r" };
      await Promise.all(Array.from({ length: 50 }, (_, i) => app.access.audit.note({ ...entry, target: `mem_${i}` })));
      const targets = (await app.access.audit.list("acme", {}, 100)).map(({ target }) => target);
      expect(targets).toEqual(Array.from({ length: 50 }, (_, i) => `mem_${49 - i}`));
    });

    it("shows all tenants together, newest first, and forgets by age", async () => {
      const entry = { user: "ada", credential: "tok_1", tool: "t", target: "", result: "ok", request: "r" };
      for (const tenant of ["acme", "other", "acme"]) await app.access.audit.note({ ...entry, tenant });
      const tenants = (await app.access.audit.list(undefined, {}, 2)).map(({ tenant }) => tenant);
      expect(tenants).toEqual(["acme", "other"]);
      expect(await app.access.servedTenants()).toEqual(["acme", "other"]);
      expect(await app.access.audit.removeOlderThan("acme", 0)).toBe(0);
      expect(await app.access.audit.removeOlderThan("acme", 1)).toBe(0);
      await app.sql.run("UPDATE audit_log SET at = '2025-01-01T00:00:00.000Z' WHERE tenant = 'acme'");
      expect(await app.access.audit.removeOlderThan("acme", 1)).toBe(2);
    });
  });
});
