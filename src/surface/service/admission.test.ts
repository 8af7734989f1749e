import { expect, it } from "vitest";
import { createAdmissionControl } from "./admission.js";

it("admits up to the limit, queues in order, and refuses the rest", async () => {
  const admission = createAdmissionControl(1, 2);
  const order: string[] = [];
  const ends: (() => void)[] = [];
  const enterAs = (name: string) =>
    admission.admit(() => {
      order.push(name);
      return new Promise((end) => ends.push(end));
    });
  const entered = ["first", "second", "third"].map(enterAs);
  expect(await enterAs("fourth")).toBe(false);
  expect([admission.inside, admission.waiting]).toEqual([1, 2]);
  for (const one of entered) {
    ends.shift()?.();
    expect(await one).toBe(true);
  }
  expect(order).toEqual(["first", "second", "third"]);
  expect([admission.inside, admission.waiting]).toEqual([0, 0]);
});

it("is left also by work that fails", async () => {
  const admission = createAdmissionControl(1, 0);
  await expect(admission.admit(() => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect(await admission.admit(async () => {})).toBe(true);
});
