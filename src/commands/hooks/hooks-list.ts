import * as z from "zod";
import { agentsWith } from "../../hosts/all-hosts.js";
import { defineCommand } from "../define-command.js";
import { statesText } from "./hook-fields.js";

export const hooksList = defineCommand({
  name: "hooks list",
  summary: "List the hooks in agents' settings.",
  input: z.object({ agent: z.enum(agentsWith("hooks")).optional().describe("Only this agent.") }),
  examples: ["hooks list", "hooks list --agent gemini"],
  run: ({ agent }, app) => app.hostHooks.list(agent ? [agent] : agentsWith("hooks")),
  toText: statesText,
});
