import { AppError } from "../../../base/errors.js";
import { addSampleData, hasSampleData, removeSampleData } from "../../../domain/overview/sample-data.js";
import { sessionAgents } from "../../../hosts/all-hosts.js";
import type { SetupPlan, SetupResult } from "../api-types.js";
import { get, post } from "./define-route.js";
import { runSelf } from "./run-self.js";

export const setupRoutes = [
  /** The agents on this machine, and every change that connecting them would make. */
  get<SetupPlan>("/api/setup", "owner", async (_, app) => {
    const { agents, files } = await runSelf<SetupPlan>(app, ["install", "--dry-run"]);
    const readable = agents.map(({ agent }) => agent).filter((id) => sessionAgents().includes(id));
    const options = { agents: readable, since: undefined, dryRun: true, progress: () => {} };
    return { agents, files, sessions: (await app.ingest.importAll(options)).due };
  }),

  /** Connects agents and imports their past sessions. Only agents that the plan names. */
  post<SetupResult>("/api/setup", "owner", async (request, app) => {
    const { agents: names } = await request.body();
    const isName = (one: unknown): one is string => typeof one === "string" && /^[a-z][a-z-]*$/.test(one);
    if (!Array.isArray(names) || names.length === 0 || !names.every(isName))
      throw new AppError("invalid", "The field agents must list agents to connect.");
    const { agents } = await runSelf<SetupPlan>(app, ["install", "--yes", "--agent", names.join(",")]);
    return { agents };
  }),

  /** Adds records to try the page with. */
  post<object>("/api/setup/sample", "owner", async (_, app) => {
    if (!(await hasSampleData(app))) await addSampleData(app);
    return {};
  }),

  post<object>("/api/setup/sample/remove", "owner", async (_, app) => {
    await removeSampleData(app);
    return {};
  }),
];
