import { readClaudeCode } from "./claude-code.js";
import type { ReadHostEvent } from "./host-event.js";

/** Codex sends Claude Code's fields, plus a turn and a model. */
export const readCodex: ReadHostEvent = (payload, event, home) => ({
  ...readClaudeCode(payload, event, home),
  agent: "codex",
});
