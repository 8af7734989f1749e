import { AppError } from "../../../base/errors.js";
import type { SetupPlan, SetupResult } from "../api-types.js";
import { defineRoute } from "./define-route.js";
import { runSelf } from "./run-self.js";

/** The agents on this machine, and every change that connecting them would make. */
export const setupPlanRoute = defineRoute<SetupPlan>({
  method: "GET",
  path: "/api/setup",

  async run(_, app) {
    const { agents, files } = await runSelf<SetupPlan>(app, ["install", "--dry-run"]);
    return { agents, files };
  },
});

/** Connects agents and imports their past sessions. Only agents that the plan names. */
export const setupRoute = defineRoute<SetupResult>({
  method: "POST",
  path: "/api/setup",

  async run(request, app) {
    const { agents: names } = await request.body();
    const isName = (one: unknown): one is string => typeof one === "string" && /^[a-z][a-z-]*$/.test(one);
    if (!Array.isArray(names) || names.length === 0 || !names.every(isName))
      throw new AppError("invalid", "The field agents must list agents to connect.");
    const { agents } = await runSelf<SetupPlan>(app, ["install", "--yes", "--agent", names.join(",")]);
    return { agents };
  },
});
