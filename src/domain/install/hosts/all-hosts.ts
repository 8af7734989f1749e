import { claudeCode } from "./claude-code.js";
import { claudeDesktop } from "./claude-desktop.js";
import { cline } from "./cline.js";
import { codex } from "./codex.js";
import { copilot } from "./copilot.js";
import { cursor } from "./cursor.js";
import { gemini } from "./gemini.js";
import type { AgentHost } from "./host.js";
import { opencode } from "./opencode.js";
import { vscode } from "./vscode.js";
import { windsurf } from "./windsurf.js";
import { zed } from "./zed.js";

/** Every agent that `throughline install` supports. */
export const allHosts: readonly AgentHost[] = [
  ...[claudeCode, claudeDesktop, codex, cursor, gemini, opencode],
  ...[vscode, copilot, windsurf, zed, cline],
];
