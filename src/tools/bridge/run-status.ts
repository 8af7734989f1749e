import { z } from "zod";
import { defineTool } from "../define-tool.js";
import { projectField } from "../fields.js";

export const runStatus = defineTool({
  name: "run_status",
  toolset: "bridge",
  effect: "reads",
  title: "Show runs",
  description: "Recent runs of sub-agents and commands, newest first. Use it to follow what runs in the background.",
  input: z.object({
    id: z.string().optional().describe("A subAgentId; without it all."),
    project: projectField,
    limit: z.number().int().min(1).max(100).default(10).describe("Most runs."),
  }),
  output: z.object({ runs: z.array(z.looseObject({ subAgentId: z.string(), status: z.string() })) }),
  examples: [{}],
  cli: { command: "run status", positional: ["id"] },
  run: async (filter, app) => ({ runs: (await app.bridge.runs.status(app.call, filter)).map((run) => ({ ...run })) }),

  toText({ runs }, paint) {
    if (runs.length === 0) return "Nothing has run yet.";
    return runs
      .map((run) => `${run.subAgentId}  ${paint.bold(run.status)}  ${run.repo}  ${paint.dim(String(run.request))}`)
      .join("\n");
  },
});
