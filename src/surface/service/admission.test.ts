import { describe, expect, it } from "vitest";
import { createAdmissionControl } from "./admission.js";

describe("createAdmissionControl", () => {
  it("admits up to the limit, queues in order, and refuses the rest", async () => {
    const admission = createAdmissionControl(1, 2);
    const order: string[] = [];
    const first = await admission.enter();
    const enterAs = async (name: string) => {
      const entry = await admission.enter();
      order.push(name);
      return entry;
    };
    const second = enterAs("second");
    const third = enterAs("third");
    expect(await admission.enter()).toEqual({ kind: "full" });
    expect([admission.inside, admission.waiting]).toEqual([1, 2]);
    leave(first);
    leave(await second);
    leave(await third);
    expect(order).toEqual(["second", "third"]);
    expect([admission.inside, admission.waiting]).toEqual([0, 0]);
  });

  it("counts a second leave of the same request once", async () => {
    const admission = createAdmissionControl(1, 0);
    const entry = await admission.enter();
    leave(entry);
    leave(entry);
    await admission.enter();
    expect(await admission.enter()).toEqual({ kind: "full" });
  });
});

const leave = (entry: Awaited<ReturnType<ReturnType<typeof createAdmissionControl>["enter"]>>) => {
  if (entry.kind === "in") entry.leave();
};
