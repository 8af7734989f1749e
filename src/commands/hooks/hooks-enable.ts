import * as z from "zod";
import { defineCommand } from "../define-command.js";
import { agentField, eventField, statesText } from "./hook-fields.js";

export const hooksEnable = defineCommand({
  name: "hooks enable",
  summary: "Add hooks to an agent's settings. Everything else in them stays as it is.",
  input: z.object({ event: eventField.default("all"), agent: agentField }),
  positional: ["event"],
  examples: ["hooks enable stop", "hooks enable all --agent codex"],
  run: ({ event, agent }, app) => app.hostHooks.enable(agent, event),
  toText: statesText,
});
