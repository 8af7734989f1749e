import type { Adapter } from "../adapter.js";
import { aider } from "./aider.js";
import { claude } from "./claude.js";
import { codex } from "./codex.js";
import { customAgent } from "./custom.js";
import { gemini } from "./gemini.js";
import { opencode } from "./opencode.js";

/** Every supported agent. */
export const adaptersFor = (customCommand: string): readonly Adapter[] => [
  claude,
  codex,
  gemini,
  opencode,
  aider,
  customAgent(customCommand),
];
