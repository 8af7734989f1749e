import { describe, expect, it } from "vitest";
import { createRateLimit } from "./rate-limit.js";

function clock() {
  let ms = 0;
  return { now: () => new Date(ms), pass: (by: number) => (ms += by) };
}

describe("createRateLimit", () => {
  it("allows one minute's requests at once, then rejects", () => {
    const take = createRateLimit(3, clock());
    expect([1, 2, 3, 4].map(() => take("a"))).toEqual([true, true, true, false]);
  });

  it("refills with time and never beyond the limit", () => {
    const time = clock();
    const take = createRateLimit(2, time);
    take("a");
    take("a");
    time.pass(30_000);
    expect([take("a"), take("a")]).toEqual([true, false]);
    time.pass(3_600_000);
    expect([1, 2, 3].map(() => take("a"))).toEqual([true, true, false]);
  });

  it("counts each client separately", () => {
    const take = createRateLimit(1, clock());
    expect([take("a"), take("b"), take("a")]).toEqual([true, true, false]);
  });
});
