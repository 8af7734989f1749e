import { pick } from "../../pick.js";
import { pageOf, route } from "./define-route.js";

const maxRuns = 100;
const maxCharacters = 200_000;

export const runRoutes = {
  "GET /api/runs": route("owner", async (request, app) => {
    const project = request.query("project");
    const [runs, { overall }] = await Promise.all([
      app.bridge.runs.status(app.call, { project, ...pageOf(request, maxRuns) }),
      app.bridge.storage.stats(app.call, project),
    ]);
    return { runs, total: overall.runs };
  }),

  /** Cost and tokens of runs by day, the oldest first, and cache hits. */
  "GET /api/runs/statistics": route("owner", async (request, app) => {
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
    return {
      ...pick(overall, "runs", "tokens", "cost", "queries", "cacheHits", "cacheEntries"),
      failed: overall.failedRuns,
      averageMs: overall.averageRunMs,
      days: [...days].map(([day, sums]) => ({ day, ...sums })).sort((a, b) => a.day.localeCompare(b.day)),
    };
  }),

  /** The end of a run's output so far. */
  "GET /api/runs/:id/output": route("owner", async (request, app) => {
    const text = await app.bridge.runs.output(app.call, request.param("id"));
    return { text: text.slice(-maxCharacters), isWhole: text.length <= maxCharacters };
  }),
};
