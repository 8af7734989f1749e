import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { createTenantTurns } from "./tenant-turns.js";

/** Work that `endOne` ends, in the order in which it began. */
function startWork(max: number, maxWaitMs = 60_000) {
  const inTurn = createTenantTurns(max, maxWaitMs);
  const began: string[] = [];
  const ends: (() => void)[] = [];
  const add = (tenant: string, name: string) =>
    inTurn(tenant, () => {
      began.push(name);
      return new Promise<string>((end) => ends.push(() => end(name)));
    });
  const endOne = async () => {
    ends.shift()?.();
    await setImmediate();
  };
  return { inTurn, began, add, endOne };
}

describe("createTenantTurns", () => {
  it("lets tenants take turns, and each tenant's work begin in order", async () => {
    const { began, add, endOne } = startWork(2);
    const all = ["a1", "a2", "a3", "a4", "a5", "b1", "c1", "b2"].map((name) => add(name.charAt(0), name));
    expect(began).toEqual([]);
    await setImmediate();
    expect(began).toEqual(["a1", "a2"]);
    for (let i = 0; i < 8; i++) await endOne();
    expect(began).toEqual(["a1", "a2", "a3", "b1", "c1", "a4", "b2", "a5"]);
    expect(await Promise.all(all)).toHaveLength(8);
  });

  it("refuses work that waited too long, and keeps the places of the others", async () => {
    const { inTurn, add, endOne } = startWork(1, 10);
    const long = add("a", "a1");
    await expect(inTurn("a", async () => "late")).rejects.toMatchObject({ problem: "unavailable" });
    await endOne();
    expect(await long).toBe("a1");
    expect(await inTurn("a", async () => "free again")).toBe("free again");
  });

  it("continues after work that fails", async () => {
    const { inTurn } = startWork(1);
    const failed = inTurn("a", () => Promise.reject(new Error("broken")));
    const next = inTurn("a", async () => "fine");
    await expect(failed).rejects.toThrow("broken");
    expect(await next).toBe("fine");
    expect(await inTurn("b", async () => "free again")).toBe("free again");
  });
});
