import { readClaudeCode } from "./claude-code.js";
import type { Occasion, ReadHostEvent } from "./host-event.js";

const occasions: Readonly<Record<string, Occasion>> = { BeforeAgent: "prompt", AfterAgent: "turn-end" };

/** Gemini sends Claude Code's fields, with its own event names for the prompt and the end of a turn. */
export const readGemini: ReadHostEvent = (payload, event, home) => {
  const read = readClaudeCode(payload, event, home);
  return { ...read, agent: "gemini", occasion: occasions[read.name] ?? read.occasion };
};
