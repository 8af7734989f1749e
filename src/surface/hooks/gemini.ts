import { readClaudeCode } from "./claude-code.js";
import type { ReadHostEvent } from "./host-event.js";

/** Gemini sends Claude Code's fields, with its own event name for the prompt. */
export const readGemini: ReadHostEvent = (payload, event, home) => {
  const read = readClaudeCode(payload, event, home);
  return { ...read, agent: "gemini", occasion: read.name === "BeforeAgent" ? "prompt" : read.occasion };
};
