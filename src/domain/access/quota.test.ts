import { describe, expect, it } from "vitest";
import { fixedRuntime } from "../../base/runtime.js";
import type { SqlSession } from "../../engine/sql.js";
import type { QuotaStore } from "../../store/access/quota-store.js";
import type { AuditFacts } from "./audit.js";
import { createQuotas } from "./quota.js";

function aQuota(recordCount: number) {
  const rows = { count: recordCount, queries: 0 };
  let nowMs = 0;
  const runtime = { ...fixedRuntime(), now: () => new Date(nowMs) };
  const count = async () => {
    rows.queries += 1;
    return rows.count;
  };
  const own = new Map<string, number>();
  const store: QuotaStore = {
    read: async (tenant) => own.get(tenant),
    async write(tenant, records, alongside) {
      await alongside({} as SqlSession);
      if (records === undefined) own.delete(tenant);
      else own.set(tenant, records);
    },
  };
  const notes: string[] = [];
  const audit = {
    noteWithin: async (_: SqlSession, { tenant, user, target, request }: AuditFacts) =>
      void notes.push(`${tenant} ${user} ${target} ${request}`),
  };
  const quotas = createQuotas({ count, store, audit, runtime });
  return {
    rows,
    quotas,
    notes,
    requireQuota: quotas.require,
    later: (ms: number) => {
      nowMs += ms;
    },
  };
}

describe("a quota of records", () => {
  it("admits only as many as there is room for, also when requests are concurrent", async () => {
    const { requireQuota } = aQuota(8);
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => requireQuota("acme", 10)));
    expect(results.filter(({ status }) => status === "fulfilled").length).toBe(2);
    await expect(requireQuota("acme", 10)).rejects.toMatchObject({ problem: "limited", details: { quota: 10 } });
  });

  it("counts one tenant's records for that tenant alone", async () => {
    const { requireQuota, rows } = aQuota(1);
    await requireQuota("acme", 2);
    await expect(requireQuota("acme", 2)).rejects.toThrow("2 records");
    rows.count = 0;
    await requireQuota("globex", 2);
  });

  it("notices deleted records, and does not count at every request", async () => {
    const { requireQuota, rows, later: advance } = aQuota(2);
    for (let i = 0; i < 3; i++) await expect(requireQuota("acme", 2)).rejects.toThrow();
    expect(rows.queries).toBe(1);
    rows.count = 1;
    advance(1000);
    await requireQuota("acme", 2);
    expect(rows.queries).toBe(2);
  });

  it("is the tenant's own where it has one, from the next request on, and audited", async () => {
    const { quotas, rows, notes } = aQuota(5);
    await expect(quotas.require("acme", 5)).rejects.toThrow("5 records");
    await quotas.set("acme", 7, { user: "root", credential: "", request: "req_1" });
    expect(await quotas.of("acme", 5)).toBe(7);
    await quotas.require("acme", 5);
    await expect(quotas.require("globex", 5)).rejects.toThrow("5 records");
    await quotas.set("acme", 0, { user: "root", credential: "", request: "req_2" });
    for (let i = 0; i < 9; i++) await quotas.require("acme", 5);
    await quotas.set("acme", undefined, { user: "root", credential: "", request: "req_3" });
    await expect(quotas.require("acme", 5)).rejects.toThrow("5 records");
    expect(notes).toEqual(["acme root 7 req_1", "acme root 0 req_2", "acme root default req_3"]);
    const { queries } = rows;
    for (let i = 0; i < 9; i++) await quotas.require("initech", 0);
    expect(rows.queries).toBe(queries);
  });
});
