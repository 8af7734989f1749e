import type { DayActivity } from "../../../src/surface/http/api-types.js";

export interface Column {
  readonly day: string;
  readonly total: number;
  /** One for each agent, in the chart's order. */
  readonly counts: readonly { readonly agent: string; readonly count: number }[];
}

/** The days up to today, oldest first, as YYYY-MM-DD. */
export const lastDays = (now: Date, count: number): string[] =>
  Array.from({ length: count }, (_, i) =>
    new Date(now.getTime() - (count - 1 - i) * 86_400_000).toISOString().slice(0, 10),
  );

/** The agents, busiest first. */
export function agentsIn(rows: readonly DayActivity[]): string[] {
  const sums = new Map<string, number>();
  for (const { agent, sessions } of rows) sums.set(agent, (sums.get(agent) ?? 0) + sessions);
  return [...sums].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([agent]) => agent);
}

/** One column a day, also for days without a session. */
export function toColumns(rows: readonly DayActivity[], days: readonly string[], agents: readonly string[]): Column[] {
  const sessionsByDayAndAgent = new Map(rows.map(({ day, agent, sessions }) => [`${day} ${agent}`, sessions]));
  return days.map((day) => {
    const counts = agents.map((agent) => ({ agent, count: sessionsByDayAndAgent.get(`${day} ${agent}`) ?? 0 }));
    return { day, counts, total: counts.reduce((sum, entry) => sum + entry.count, 0) };
  });
}
