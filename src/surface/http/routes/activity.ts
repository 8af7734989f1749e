import { readPrices, sumUsage } from "../../../domain/overview/session-cost.js";
import type { Activity } from "../api-types.js";
import { get } from "./define-route.js";
import { loadProjectLookup } from "./project-lookup.js";

export const activityRoutes = [
  /** Sessions by day, and what they used by agent and by project. */
  get<Activity>("/api/activity", "owner", async (request, app) => {
    const days = request.number("days", { min: 1, max: 400, fallback: 60 });
    const [rows, tokens, lookup] = await Promise.all([
      app.overview.activity(app.call, days),
      app.overview.tokens(app.call, days),
      loadProjectLookup(app),
    ]);
    const prices = readPrices(app.settings.values["archive.prices"]);
    return {
      days: rows,
      agents: sumUsage(tokens, "agent", prices),
      projects: sumUsage(tokens, "project", prices).map((sum) => ({ ...sum, name: lookup.nameOf(sum.id) })),
    };
  }),
];
