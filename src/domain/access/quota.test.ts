import { describe, expect, it } from "vitest";
import { fixedRuntime } from "../../base/runtime.js";
import { createQuota } from "./quota.js";

function aQuota(recordCount: number) {
  const rows = { count: recordCount, queries: 0 };
  let nowMs = 0;
  const runtime = { ...fixedRuntime(), now: () => new Date(nowMs) };
  const count = async () => {
    rows.queries += 1;
    return rows.count;
  };
  return {
    rows,
    requireQuota: createQuota({ count, runtime }),
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
});
