import type { Agent } from "../../../store/archive/session-event.js";
import { claudeCodeReader } from "./read-claude-code.js";
import { codexReader } from "./read-codex.js";
import { copilotReader } from "./read-copilot.js";
import { cursorReader } from "./read-cursor.js";
import { geminiReader } from "./read-gemini.js";
import { openCodeReader } from "./read-opencode.js";
import type { LineReader } from "./reader.js";

export const readers: Record<Agent, LineReader> = {
  "claude-code": claudeCodeReader,
  codex: codexReader,
  gemini: geminiReader,
  opencode: openCodeReader,
  cursor: cursorReader,
  copilot: copilotReader,
};
