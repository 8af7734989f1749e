import { describe, expect, it } from "vitest";
import { resolveSettings } from "../../base/resolve-settings.js";
import { checkDay, overRunLimit, startOfDay } from "./budget.js";

const limits = (values: Record<string, unknown>) =>
  resolveSettings([{ origin: "flag", where: "test", values, approved: true }]).values;
const used = { runs: 1, failed: 0, tokens: 1000, cost: 2, durationMs: 120_000 };

describe("budgets", () => {
  it("have no limit by default", () => {
    expect(() => checkDay(used, limits({}))).not.toThrow();
    expect(overRunLimit({ inputTokens: 1e9, outputTokens: 1, cost: 99 }, limits({}))).toBeUndefined();
  });

  it("reject a run once the day's tokens, dollars or minutes are used up", () => {
    for (const limit of [{ "agent.dayTokens": 1000 }, { "agent.dayCost": 1.5 }, { "agent.dayMinutes": 2 }]) {
      expect(() => checkDay(used, limits(limit))).toThrow(Object.keys(limit)[0] ?? "");
    }
    expect(() => checkDay(used, limits({ "agent.dayTokens": 1001 }))).not.toThrow();
  });

  it("stop a run that exceeds its own limit", () => {
    const spent = { inputTokens: 90, outputTokens: 20, cost: 0.3 };
    expect(overRunLimit(spent, limits({ "agent.runTokens": 100 }))?.code).toBe("BUDGET_EXCEEDED");
    expect(overRunLimit(spent, limits({ "agent.runCost": 0.2 }))?.code).toBe("BUDGET_EXCEEDED");
    expect(overRunLimit(spent, limits({ "agent.runTokens": 110 }))).toBeUndefined();
  });

  it("count by UTC day", () => expect(startOfDay(new Date("2026-01-02T23:59:59Z"))).toBe("2026-01-02T00:00:00.000Z"));
});
