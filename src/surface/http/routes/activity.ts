import type { DayActivity } from "../api-types.js";
import { defineRoute } from "./define-route.js";

export const activityRoute = defineRoute<{ days: readonly DayActivity[] }>({
  method: "GET",
  path: "/api/activity",
  run: async (request, app) => ({
    days: await app.overview.activity(app.call, request.number("days", { min: 1, max: 400, fallback: 60 })),
  }),
});
