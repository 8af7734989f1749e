import { describe, expect, it } from "vitest";
import { createSingleFlight } from "./single-flight.js";

const never = () => new AbortController().signal;

describe("singleFlight", () => {
  it("runs concurrent equal requests once, and a later one again", async () => {
    const flights = createSingleFlight<number>();
    let started = 0;
    const start = async () => ++started;
    expect(await Promise.all([1, 2, 3].map(() => flights.join("k", never(), start)))).toEqual([1, 1, 1]);
    expect(await flights.join("k", never(), start)).toBe(2);
  });

  it("continues while one of several callers waits, and is aborted when all have left", async () => {
    const flights = createSingleFlight<string>();
    const [first, second] = [new AbortController(), new AbortController()];
    let isStopped = false;
    const start = (signal: AbortSignal) =>
      new Promise<string>((_, reject) =>
        signal.addEventListener("abort", () => {
          isStopped = true;
          reject(new Error("stopped"));
        }),
      );
    const waits = [first, second].map(({ signal }) => flights.join("k", signal, start));
    first.abort();
    await expect(waits[0]).rejects.toMatchObject({ code: "CANCELLED" });
    expect(isStopped).toBe(false);
    second.abort();
    await expect(waits[1]).rejects.toMatchObject({ code: "CANCELLED" });
    expect(isStopped).toBe(true);
  });
});
