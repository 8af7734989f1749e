import { readClaudeCode } from "./claude-code.js";
import type { Occasion, ReadHostEvent } from "./host-event.js";

const occasions: Readonly<Record<string, Occasion>> = { SessionStart: "session-start", BeforeAgent: "prompt" };

export const readGemini: ReadHostEvent = (payload, event, home) => {
  const read = readClaudeCode(payload, event, home);
  return { ...read, agent: "gemini", occasion: occasions[read.name] ?? "other" };
};
