import { describe, expect, it } from "vitest";
import { createGate } from "./gate.js";

describe("a gate", () => {
  it("lets so many in, makes so many wait in order, and sends the rest away", async () => {
    const gate = createGate(1, 2);
    const order: string[] = [];
    const first = await gate.enter();
    const enterAs = async (name: string) => {
      const entry = await gate.enter();
      order.push(name);
      return entry;
    };
    const second = enterAs("second");
    const third = enterAs("third");
    expect(await gate.enter()).toEqual({ kind: "full" });
    expect([gate.inside, gate.waiting]).toEqual([1, 2]);
    leave(first);
    leave(await second);
    leave(await third);
    expect(order).toEqual(["second", "third"]);
    expect([gate.inside, gate.waiting]).toEqual([0, 0]);
  });

  it("counts who leaves twice once", async () => {
    const gate = createGate(1, 0);
    const entry = await gate.enter();
    leave(entry);
    leave(entry);
    await gate.enter();
    expect(await gate.enter()).toEqual({ kind: "full" });
  });
});

const leave = (entry: Awaited<ReturnType<ReturnType<typeof createGate>["enter"]>>) => {
  if (entry.kind === "in") entry.leave();
};
