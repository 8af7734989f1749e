import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { startDeadline } from "./deadline.js";

describe("startDeadline", () => {
  it("aborts after its time", async () => {
    const { signal } = startDeadline(5);
    await expect(sleep(10_000, undefined, { signal })).rejects.toMatchObject({ cause: { name: "TimeoutError" } });
  });

  it("aborts with the other signal, also with one that is aborted already", () => {
    const other = new AbortController();
    const deadline = startDeadline(10_000, other.signal);
    other.abort(new Error("stop"));
    expect(deadline.signal.reason).toEqual(new Error("stop"));
    deadline.clear();
    const late = startDeadline(10_000, other.signal);
    expect(late.signal.aborted).toBe(true);
    late.clear();
  });

  it("does nothing once it is cleared", async () => {
    const deadline = startDeadline(5);
    deadline.clear();
    await sleep(20);
    expect(deadline.signal.aborted).toBe(false);
  });
});
