import * as z from "zod";
import { defineCommand } from "../define-command.js";
import { agentField, eventField, statesText } from "./hook-fields.js";

export const hooksDisable = defineCommand({
  name: "hooks disable",
  summary: "Remove hooks from an agent's settings, and restore them byte for byte.",
  input: z.object({ event: eventField.default("all"), agent: agentField }),
  positional: ["event"],
  examples: ["hooks disable stop", "hooks disable all --agent codex"],
  run: ({ event, agent }, app) => app.hostHooks.disable(agent, event),
  toText: statesText,
});
