import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type TestApp, testApp } from "../../../test/support/test-app.js";
import type { Runtime } from "../../base/runtime.js";
import { openRateLimitStore } from "../../store/access/rate-limit-store.js";
import { openTenantRegistry } from "../../store/access/tenant-registry.js";
import { requireRole } from "./principal.js";
import { createRateLimits } from "./rate-limits.js";

const wanted = { tenant: "acme", user: "ada", role: "write", teams: ["core"], label: "", days: 1 } as const;

describe("access", () => {
  let app: TestApp;
  beforeEach(async () => {
    app = await testApp();
  });
  afterEach(() => app.remove());

  describe("tokens", () => {
    it("show themselves once and are kept as a hash", async () => {
      const { secret, facts } = await app.access.tokens.create(wanted);
      expect(secret).toMatch(/^tlp_[0-9a-f]{64}$/);
      expect(JSON.stringify(await app.sql.all("SELECT * FROM access_tokens"))).not.toContain(secret.slice(4));
      expect(JSON.stringify([facts, await app.access.tokens.list("acme")])).not.toContain(secret.slice(4));
      expect(await app.access.tokens.principalOf(secret)).toEqual({
        ...{ tenant: "acme", user: "ada", role: "write", teams: ["core"], credential: facts.id },
      });
    });

    it("are worth nothing once revoked, expired or changed in a letter", async () => {
      const { secret, facts } = await app.access.tokens.create(wanted);
      expect(await app.access.tokens.principalOf(`${secret.slice(0, -1)}x`)).toEqual({ refused: "it is unknown" });
      await app.access.tokens.revoke(facts.id);
      expect(await app.access.tokens.principalOf(secret)).toEqual({ refused: "it was revoked" });
      await expect(app.access.tokens.revoke(facts.id)).rejects.toMatchObject({ problem: "missing" });
      const old = await app.access.tokens.create({ ...wanted, days: 0 });
      expect(await app.access.tokens.principalOf(old.secret)).toEqual({ refused: "it has expired" });
    });

    it("are not made for nobody", async () => {
      await expect(app.access.tokens.create({ ...wanted, tenant: " " })).rejects.toMatchObject({ problem: "invalid" });
    });
  });

  describe("roles", () => {
    const principal = { ...wanted, credential: "tok_1" };
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
    const still = (at: string): Runtime => ({ ...app.runtime, now: () => new Date(at) });
    const server = (at = "2026-01-02T03:04:05.000Z") =>
      createRateLimits({
        store: openRateLimitStore(app.sql),
        tenantRegistry: openTenantRegistry(app.sql),
        runtime: still(at),
      });
    const fits = (one: ReturnType<typeof server>, tenant: string) =>
      one.take(tenant, limit).then(
        () => 1,
        () => 0,
      );
    const sum = (all: readonly number[]) => all.reduce((total: number, one) => total + one, 0);

    it("hold for all servers together, to the request", async () => {
      const [a, b] = [server(), server()];
      const taken = await Promise.all(Array.from({ length: 100 }, (_, i) => fits(i % 2 === 0 ? a : b, "acme")));
      expect(sum(taken)).toBe(45);
    });

    it("say how long to wait, and begin anew then", async () => {
      const one = server("2026-01-02T03:04:07.500Z");
      await Promise.all(Array.from({ length: 45 }, () => one.take("acme", limit)));
      await expect(one.take("acme", limit)).rejects.toMatchObject({
        ...{ code: "RATE_LIMITED", details: { retry_after_seconds: 3 } },
      });
      expect(await fits(server("2026-01-02T03:04:10.000Z"), "acme")).toBe(1);
    });

    it("of one tenant are not another's", async () => {
      const one = server();
      for (let i = 0; i < 60; i++) await fits(one, "acme");
      expect(await fits(one, "other")).toBe(1);
    });

    it("ask the database for one request in many, and no more once used up", async () => {
      let asked = 0;
      const store = openRateLimitStore(app.sql);
      const take: typeof store.take = (tenant, claim) => {
        asked += 1;
        return store.take(tenant, claim);
      };
      const counting = { ...store, take };
      const one = createRateLimits({
        store: counting,
        tenantRegistry: openTenantRegistry(app.sql),
        runtime: still("2026-01-02T03:04:05.000Z"),
      });
      const large = { ...limit, max: 1000 };
      for (let i = 0; i < 1000; i++) await one.take("acme", large);
      expect(asked).toBe(20);
      for (let i = 0; i < 50; i++) await one.take("acme", large).catch(() => {});
      expect(asked).toBe(22);
    });
  });

  describe("audit", () => {
    it("keeps what comes at once, in one order", async () => {
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
      expect(await app.access.tenants()).toEqual(["acme", "other"]);
      expect(await app.access.audit.removeOlderThan("acme", 0)).toBe(0);
      expect(await app.access.audit.removeOlderThan("acme", 1)).toBe(0);
      await app.sql.run("UPDATE audit_log SET at = '2025-01-01T00:00:00.000Z' WHERE tenant = 'acme'");
      expect(await app.access.audit.removeOlderThan("acme", 1)).toBe(2);
    });
  });
});
