import * as z from "zod";
import { defineCommand } from "../define-command.js";

export const agentLog = defineCommand({
  name: "agent log",
  summary: "Print the path of a run's full output.",
  input: z.object({ id: z.string().describe("subAgentId of the run.") }),
  positional: ["id"],
  examples: ["agent log sa_01hw3zq5n4"],
  run: async ({ id }, app) => ({ id, file: await app.bridge.runs.transcript(app.call, id) }),
  toText: ({ file }) => file,
});
