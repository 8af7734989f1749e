import { describe, expect, it } from "vitest";
import { fixedRuntime } from "../../base/runtime.js";
import { openSqlite } from "../../engine/sqlite/open-sqlite.js";
import { openLeaseStore } from "../../store/lease-store.js";
import { migrate } from "../../store/migrate.js";
import { migrations } from "../../store/migrations/index.js";
import { createSlots } from "./slots.js";

const signal = new AbortController().signal;

async function twoProcesses() {
  const sql = await openSqlite(":memory:");
  await migrate(sql, fixedRuntime(), migrations);
  const now = { now: () => new Date("2026-01-02T03:04:05Z"), newId: () => "", newUuid: () => "" };
  const leases = openLeaseStore(sql, now);
  return [createSlots(leases), createSlots(leases)] as const;
}

describe("slots", () => {
  it("never exceed the limit over two processes, and serve every caller in the end", async () => {
    const processes = await twoProcesses();
    let now = 0;
    let max = 0;
    let letAllOn = () => {};
    const full = new Promise<void>((resolve) => {
      letAllOn = resolve;
    });
    const run = async (i: number) => {
      const release = await processes[i % 2 === 0 ? 0 : 1].take(`run-${i}`, 3, signal);
      max = Math.max(max, ++now);
      if (now === 3) letAllOn();
      await full;
      now--;
      await release();
    };
    await Promise.all(Array.from({ length: 12 }, (_, i) => run(i)));
    expect(max).toBe(3);
    expect(now).toBe(0);
  });

  it("lose no slot when a waiting caller leaves", async () => {
    const [slots] = await twoProcesses();
    const release = await slots.take("a", 1, signal);
    const stop = new AbortController();
    const waiting = slots.take("b", 1, stop.signal);
    stop.abort();
    await expect(waiting).rejects.toMatchObject({ code: "CANCELLED" });
    await release();
    await (await slots.take("c", 1, signal))();
  });
});
