import { afterEach, describe, expect, it } from "vitest";
import { type HookClock, startHookClock } from "./hook-clock.js";

let clock: HookClock;
afterEach(() => clock.stop());

describe("the clock of a hook", () => {
  it("ends a hook that did more work than allowed, and says so", async () => {
    // The process has used more than this by now.
    clock = startHookClock(1);
    expect(await clock.over).toBe("more work than archive.hookDeadline allows");
    expect(clock.isPast(1)).toBe(true);
  });
});
