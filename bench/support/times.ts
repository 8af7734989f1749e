import { setImmediate } from "node:timers/promises";
import { median } from "./report.js";

export interface Times {
  readonly p50: number;
  readonly p95: number;
  /** Processor time per round in milliseconds, which a busy machine does not inflate. */
  readonly cpu: number;
}

/** Measures `body`, called `rounds` times in sequence. */
export async function times(rounds: number, body: (round: number) => Promise<unknown>): Promise<Times> {
  const all: number[] = [];
  const before = process.cpuUsage();
  for (let round = 0; round < rounds; round++) {
    // As between the requests of a server: background work gets its turn.
    await setImmediate();
    const began = performance.now();
    await body(round);
    all.push(performance.now() - began);
  }
  const { user, system } = process.cpuUsage(before);
  const sorted = all.toSorted((a, b) => a - b);
  return { p50: median(all), p95: sorted[Math.floor(rounds * 0.95)] ?? 0, cpu: (user + system) / 1000 / rounds };
}

export const timeCells = ({ p50, p95, cpu }: Times): string[] => [p50, p95, cpu].map((ms) => `${ms.toFixed(1)} ms`);
