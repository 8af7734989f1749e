import { AppError } from "../../base/errors.js";
import type { Settings } from "../../base/settings.js";
import type { Usage } from "../../hosts/sub-agent.js";
import type { RunTotals } from "../../store/bridge/run-store.js";

type Limits = Pick<
  Settings,
  "agent.runTokens" | "agent.runCost" | "agent.dayTokens" | "agent.dayCost" | "agent.dayMinutes"
>;

/** Start of the UTC day of `now`: the day's budget counts from here. */
export const startOfDay = (now: Date): string => `${now.toISOString().slice(0, 10)}T00:00:00.000Z`;

/** Throws when the day's budget is used up. 0 means no limit. */
export function checkDay(used: RunTotals, limits: Limits): void {
  const counts = [
    { name: "agent.dayTokens", used: used.tokens, limit: limits["agent.dayTokens"] },
    { name: "agent.dayCost", used: used.cost, limit: limits["agent.dayCost"] },
    { name: "agent.dayMinutes", used: used.durationMs / 60_000, limit: limits["agent.dayMinutes"] },
  ];
  const spent = counts.find(({ used: amount, limit }) => limit > 0 && amount >= limit);
  if (spent) throw exceeded(spent.name, spent.used, spent.limit);
}

/** The limit that one run exceeded, if any. */
export function overRunLimit({ inputTokens, outputTokens, cost }: Usage, limits: Limits): AppError | undefined {
  const tokens = inputTokens + outputTokens;
  const maxTokens = limits["agent.runTokens"];
  const maxCost = limits["agent.runCost"];
  if (maxTokens > 0 && tokens > maxTokens) return exceeded("agent.runTokens", tokens, maxTokens);
  if (maxCost > 0 && cost > maxCost) return exceeded("agent.runCost", cost, maxCost);
  return undefined;
}

const exceeded = (name: string, used: number, limit: number) =>
  new AppError("forbidden", `The budget ${name} is used up: ${Math.round(used * 100) / 100} of ${limit}.`, {
    code: "BUDGET_EXCEEDED",
    details: { budget: name, used, limit },
    hint: `Raise it with \`throughline config set ${name} <number>\`, or wait.`,
  });
