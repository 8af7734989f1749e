import { describe, expect, it } from "vitest";
import { agentsIn, lastDays, toColumns } from "./activity-columns.js";

const row = (day: string, agent: string, sessions: number) => ({ day, agent, sessions, exchanges: 0, tokens: 0 });

describe("the activity chart", () => {
  it("has a column for every day, busy or not, the newest last", () => {
    const days = lastDays(new Date("2026-03-02T23:00:00Z"), 3);
    expect(days).toEqual(["2026-02-28", "2026-03-01", "2026-03-02"]);
    const rows = [row("2026-02-28", "codex", 2), row("2026-03-02", "codex", 1), row("2026-03-02", "gemini", 4)];
    const agents = agentsIn(rows);
    expect(agents).toEqual(["gemini", "codex"]);
    expect(toColumns(rows, days, agents).map(({ total }) => total)).toEqual([2, 0, 5]);
    expect(toColumns(rows, days, agents)[2]?.counts).toEqual([
      { agent: "gemini", count: 4 },
      { agent: "codex", count: 1 },
    ]);
  });
});
