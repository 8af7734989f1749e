import { describe, expect, it } from "vitest";
import { fixedRuntime } from "../../base/runtime.js";
import { createQuota } from "./quota.js";

function aQuota(kept: number) {
  const rows = { kept, counted: 0 };
  let nowMs = 0;
  const runtime = { ...fixedRuntime(), now: () => new Date(nowMs) };
  const count = async () => {
    rows.counted += 1;
    return rows.kept;
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
  it("lets in as many as there is room for, also when they come at once", async () => {
    const { requireQuota } = aQuota(8);
    const asked = await Promise.allSettled(Array.from({ length: 5 }, () => requireQuota("acme", 10)));
    expect(asked.filter(({ status }) => status === "fulfilled").length).toBe(2);
    await expect(requireQuota("acme", 10)).rejects.toMatchObject({ problem: "limited", details: { quota: 10 } });
  });

  it("counts one tenant's records for that tenant alone", async () => {
    const { requireQuota, rows } = aQuota(1);
    await requireQuota("acme", 2);
    await expect(requireQuota("acme", 2)).rejects.toThrow("2 records");
    rows.kept = 0;
    await requireQuota("globex", 2);
  });

  it("sees the room that was made, and does not count at every request", async () => {
    const { requireQuota, rows, later } = aQuota(2);
    for (let i = 0; i < 3; i++) await expect(requireQuota("acme", 2)).rejects.toThrow();
    expect(rows.counted).toBe(1);
    rows.kept = 1;
    later(1000);
    await requireQuota("acme", 2);
    expect(rows.counted).toBe(2);
  });
});
