import { describe, expect, it } from "vitest";
import { readPrices, sessionCost } from "./session-cost.js";

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
