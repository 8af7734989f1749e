import { describe, expect, it } from "vitest";
import { readPrices, sessionCost, sumUsage } from "./session-cost.js";

const prices = readPrices(["claude=15/75", "claude-sonnet=3/15", "broken", "x=1", "y=a/b", "=1/2", "z=1..2/3"]);

describe("sessionCost", () => {
  it("uses the price of the longest matching prefix", () => {
    const usage = { tokensIn: 1_000_000, tokensOut: 100_000 };
    expect(sessionCost(prices, { ...usage, model: "claude-sonnet-4-5" })).toBe(4.5);
    expect(sessionCost(prices, { ...usage, model: "claude-opus" })).toBe(22.5);
    expect(sessionCost(prices, { ...usage, model: "gpt-5" })).toBeUndefined();
  });

  it("skips invalid prices", () => expect(prices.map(({ model }) => model)).toEqual(["claude", "claude-sonnet"]));
});

describe("sumUsage", () => {
  const count = (agent: string, model: string, tokensIn: number) => ({
    agent,
    project: "p",
    model,
    sessions: 2,
    tokensIn,
    tokensOut: 0,
  });
  const counts = [count("codex", "gpt-5", 10), count("claude-code", "claude-opus", 1_000_000), count("codex", "y", 5)];

  it("adds up tokens and known prices, most tokens first", () => {
    expect(sumUsage(counts, "agent", prices)).toEqual([
      { id: "claude-code", sessions: 2, tokens: 1_000_000, cost: 15 },
      { id: "codex", sessions: 4, tokens: 15 },
    ]);
    expect(sumUsage(counts, "project", prices)).toEqual([{ id: "p", sessions: 6, tokens: 1_000_015, cost: 15 }]);
  });
});
