import { readClaudeCode } from "./claude-code.js";
import type { ReadHostEvent } from "./host-event.js";

/** Gemini sends Claude Code's fields under names of its own for the prompt. */
export const readGemini: ReadHostEvent = (payload, event, home) => {
  const read = readClaudeCode(payload, event, home);
  return { ...read, agent: "gemini", occasion: read.name === "BeforeAgent" ? "prompt" : read.occasion };
};
