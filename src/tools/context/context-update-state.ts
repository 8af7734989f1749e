import * as z from "zod";
import { commaList, updateState } from "../../domain/context/update-state.js";
import { answerOf } from "../answer-schema.js";
import { defineTool } from "../define-tool.js";

export const contextUpdateState = defineTool({
  name: "context_update_state",
  toolset: "context",
  effect: "replaces",
  title: "Update state",
  description: "Set your current task and blockers. Use when you start or switch a task. Omitted fields do not change.",
  input: z.object({
    current_task: z.string().default("").describe("Empty: unchanged."),
    blockers: z.string().optional().describe("Comma-separated; an empty string clears them."),
  }),
  output: answerOf({
    status: "string",
    current_task: "string",
    blockers: ["string"],
    "store_created?": "string",
    "note?": "string",
  }),
  examples: [{ current_task: "Auth middleware", blockers: "API spec" }],
  cli: { command: "state update", positional: ["current_task"] },

  async run({ current_task, blockers }, app) {
    const project = await app.context.open(app.call);
    const blockerList = blockers === undefined ? undefined : commaList(blockers);
    const state = await updateState(project, { currentTask: current_task, blockers: blockerList });
    return { status: "ok", current_task: state.current_task, blockers: state.blockers, ...project.notices() };
  },

  toText: ({ current_task }) => `Working on: ${current_task}`,
  changes: () => ["context://state"],
});
