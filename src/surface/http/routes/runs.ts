import type { RunOutput, RunPage, RunStatistics } from "../api-types.js";
import { defineRoute } from "./define-route.js";

const maxRuns = 100;
const maxCharacters = 200_000;

export const runsRoute = defineRoute<RunPage>({
  method: "GET",
  path: "/api/runs",

  async run(asked, app) {
    const project = asked.query("project");
    const page = {
      limit: asked.number("limit", { min: 1, max: maxRuns, usual: maxRuns }),
      offset: asked.number("offset", { min: 0, max: 10_000_000, usual: 0 }),
    };
    const [runs, { overall }] = await Promise.all([
      app.bridge.runs.status(app.call, { project, ...page }),
      app.bridge.storage.stats(app.call, project),
    ]);
    return { runs, total: overall.runs };
  },
});

/** What runs cost, day by day, and how often an answer was known already. */
export const runStatisticsRoute = defineRoute<RunStatistics>({
  method: "GET",
  path: "/api/runs/statistics",

  async run(asked, app) {
    const project = asked.query("project");
    const [{ overall }, runs] = await Promise.all([
      app.bridge.storage.stats(app.call, project),
      app.bridge.runs.status(app.call, { project, limit: maxRuns }),
    ]);
    const days = new Map<string, { cost: number; tokens: number; runs: number }>();
    for (const { startedAt, cost, tokens } of runs) {
      const day = startedAt.slice(0, 10);
      const sofar = days.get(day) ?? { cost: 0, tokens: 0, runs: 0 };
      days.set(day, { cost: sofar.cost + cost, tokens: sofar.tokens + tokens, runs: sofar.runs + 1 });
    }
    const { runs: all, failedRuns, tokens, cost, queries, cacheHits, cacheEntries, averageRunMs } = overall;
    return {
      ...{ runs: all, failed: failedRuns, tokens, cost, queries, cacheHits, cacheEntries, averageMs: averageRunMs },
      days: [...days].map(([day, sums]) => ({ day, ...sums })).sort((a, b) => a.day.localeCompare(b.day)),
    };
  },
});

/** The end of what a run has printed so far. */
export const runOutputRoute = defineRoute<RunOutput>({
  method: "GET",
  path: "/api/runs/:id/output",

  async run(asked, app) {
    const text = await app.bridge.runs.output(app.call, asked.part("id"));
    return { text: text.slice(-maxCharacters), isWhole: text.length <= maxCharacters };
  },
});
