import * as z from "zod";
import type { RunView } from "../../domain/bridge/run-views.js";
import { answerOf } from "../answer-schema.js";
import { defineTool } from "../define-tool.js";
import { projectField } from "../fields.js";

export const runStatus = defineTool({
  name: "run_status",
  toolset: "bridge",
  effect: "reads",
  title: "List runs",
  description: "List the latest runs. Use to follow background runs.",
  input: z.object({
    id: z.string().optional().describe("subAgentId."),
    project: projectField,
    limit: z.number().default(10).describe("Maximum runs."),
  }),
  output: answerOf<{ readonly runs: readonly RunView[] }>({
    runs: [
      {
        subAgentId: "string",
        kind: "string",
        project: "string",
        repo: "string",
        request: "string",
        status: "string",
        agent: "string|null",
        startedAt: "string",
        endedAt: "string|null",
        durationMs: "number",
        tokens: "number",
        cost: "number",
        error: "string|null",
      },
    ],
  }),
  examples: [{}],
  cli: { command: "run status", positional: ["id"] },
  run: async (filter, app) => ({ runs: await app.bridge.runs.status(app.call, filter) }),

  toText({ runs }, paint) {
    if (runs.length === 0) return "No runs yet. Start one with `throughline repo query REPO QUESTION`.";
    return runs
      .map((run) => `${run.subAgentId}  ${paint.bold(run.status)}  ${run.repo}  ${paint.dim(run.request)}`)
      .join("\n");
  },
});
