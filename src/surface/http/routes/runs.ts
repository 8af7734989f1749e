import type { RunOutput, RunPage, RunStatistics } from "../api-types.js";
import { get } from "./define-route.js";

const maxRuns = 100;
const maxCharacters = 200_000;

export const runRoutes = [
  get<RunPage>("/api/runs", "owner", async (request, app) => {
    const project = request.query("project");
    const page = {
      limit: request.number("limit", { min: 1, max: maxRuns, fallback: maxRuns }),
      offset: request.number("offset", { min: 0, max: 10_000_000, fallback: 0 }),
    };
    const [runs, { overall }] = await Promise.all([
      app.bridge.runs.status(app.call, { project, ...page }),
      app.bridge.storage.stats(app.call, project),
    ]);
    return { runs, total: overall.runs };
  }),

  /** Cost and tokens of runs by day, and cache hits. */
  get<RunStatistics>("/api/runs/statistics", "owner", async (request, app) => {
    const project = request.query("project");
    const [{ overall }, runs] = await Promise.all([
      app.bridge.storage.stats(app.call, project),
      app.bridge.runs.status(app.call, { project, limit: maxRuns }),
    ]);
    const days = new Map<string, { cost: number; tokens: number; runs: number }>();
    for (const { startedAt, cost, tokens } of runs) {
      const day = startedAt.slice(0, 10);
      const total = days.get(day) ?? { cost: 0, tokens: 0, runs: 0 };
      days.set(day, { cost: total.cost + cost, tokens: total.tokens + tokens, runs: total.runs + 1 });
    }
    const { runs: all, failedRuns, tokens, cost, queries, cacheHits, cacheEntries, averageRunMs } = overall;
    return {
      runs: all,
      failed: failedRuns,
      tokens,
      cost,
      queries,
      cacheHits,
      cacheEntries,
      averageMs: averageRunMs,
      days: [...days].map(([day, sums]) => ({ day, ...sums })).sort((a, b) => a.day.localeCompare(b.day)),
    };
  }),

  /** The end of a run's output so far. */
  get<RunOutput>("/api/runs/:id/output", "owner", async (request, app) => {
    const text = await app.bridge.runs.output(app.call, request.param("id"));
    return { text: text.slice(-maxCharacters), isWhole: text.length <= maxCharacters };
  }),
];
