import { aider, aiderTranscripts } from "./aider.js";
import { amp, ampHooks, ampPayloads, ampTranscripts } from "./amp.js";
import { antigravity, antigravityHooks, antigravityPayloads, antigravityTranscripts } from "./antigravity.js";
import { claudeCode, claudeCodeHooks, claudeCodePayloads, claudeCodeTranscripts } from "./claude-code.js";
import { claudeDesktop } from "./claude-desktop.js";
import { cline, clineHooks, clinePayloads, clineTranscripts } from "./cline.js";
import { codex, codexHooks, codexPayloads, codexTranscripts } from "./codex.js";
import { continueDev, continueTranscripts } from "./continue.js";
import { copilot, copilotHooks, copilotPayloads, copilotTranscripts } from "./copilot.js";
import { crush, crushHooks, crushPayloads, crushTranscripts } from "./crush.js";
import { cursor, cursorHooks, cursorPayloads, cursorTranscripts } from "./cursor.js";
import { droid, droidHooks, droidPayloads, droidTranscripts } from "./droid.js";
import { gemini, geminiHooks, geminiPayloads, geminiTranscripts } from "./gemini.js";
import { goose, gooseHooks, goosePayloads, gooseTranscripts } from "./goose.js";
import { callerOf, type HookSetup, type Host } from "./host.js";
import { kilo, kiloHooks, kiloTranscripts } from "./kilo.js";
import { kiro, kiroHooks, kiroPayloads, kiroTranscripts } from "./kiro.js";
import { openCodeHooks, openCodePayloads, openCodeTranscripts, opencode } from "./opencode.js";
import type { PayloadFormat } from "./payload.js";
import { pi, piHooks, piPayloads, piTranscripts } from "./pi.js";
import { qwen, qwenHooks, qwenPayloads, qwenTranscripts } from "./qwen.js";
import { roo, rooTranscripts } from "./roo.js";
import type { TranscriptFormat } from "./transcript-format.js";
import { vscode, vscodePayloads, vscodeTranscripts } from "./vscode.js";
import { windsurf } from "./windsurf.js";
import { zed, zedTranscripts } from "./zed.js";

// Three parts are listed each by itself: the bundler then leaves the others out of what a hook and the first stage of a
// server load.

/** How each host's sessions are found and read, by its id. */
export const transcriptFormats: Readonly<Record<string, TranscriptFormat>> = {
  "claude-code": claudeCodeTranscripts,
  codex: codexTranscripts,
  cursor: cursorTranscripts,
  gemini: geminiTranscripts,
  qwen: qwenTranscripts,
  opencode: openCodeTranscripts,
  copilot: copilotTranscripts,
  pi: piTranscripts,
  vscode: vscodeTranscripts,
  droid: droidTranscripts,
  cline: clineTranscripts,
  roo: rooTranscripts,
  kilo: kiloTranscripts,
  kiro: kiroTranscripts,
  antigravity: antigravityTranscripts,
  amp: ampTranscripts,
  crush: crushTranscripts,
  goose: gooseTranscripts,
  continue: continueTranscripts,
  zed: zedTranscripts,
  aider: aiderTranscripts,
};

/** What each host's hooks send and accept, by its id. */
export const payloadFormats: Readonly<Record<string, PayloadFormat>> = {
  "claude-code": claudeCodePayloads,
  codex: codexPayloads,
  cursor: cursorPayloads,
  gemini: geminiPayloads,
  qwen: qwenPayloads,
  opencode: openCodePayloads,
  copilot: copilotPayloads,
  pi: piPayloads,
  vscode: vscodePayloads,
  droid: droidPayloads,
  cline: clinePayloads,
  kilo: openCodePayloads,
  kiro: kiroPayloads,
  antigravity: antigravityPayloads,
  amp: ampPayloads,
  crush: crushPayloads,
  goose: goosePayloads,
};

/** How hooks are registered with each host, by its caller's name. */
export const hookSetups: Readonly<Record<string, HookSetup>> = {
  "claude-code": claudeCodeHooks,
  codex: codexHooks,
  cursor: cursorHooks,
  "gemini-cli": geminiHooks,
  qwen: qwenHooks,
  opencode: openCodeHooks,
  "copilot-cli": copilotHooks,
  pi: piHooks,
  vscode: copilotHooks,
  droid: droidHooks,
  cline: clineHooks,
  kilo: kiloHooks,
  kiro: kiroHooks,
  antigravity: antigravityHooks,
  amp: ampHooks,
  crush: crushHooks,
  goose: gooseHooks,
};

/** Every agent, in the order in which people see them. */
export const allHosts: readonly Host[] = /* @__PURE__ */ [
  claudeCode,
  claudeDesktop,
  codex,
  cursor,
  gemini,
  qwen,
  opencode,
  pi,
  droid,
  vscode,
  copilot,
  cline,
  roo,
  kilo,
  kiro,
  antigravity,
  amp,
  crush,
  goose,
  continueDev,
  zed,
  windsurf,
  aider,
].map((host) => ({
  ...host,
  hooks: hookSetups[callerOf(host)],
  payloads: payloadFormats[host.id],
  transcripts: transcriptFormats[host.id],
}));

/** Ids of the agents whose sessions are read. */
export const sessionAgents = (): string[] => Object.keys(transcriptFormats);

export const findHost = (id: string): Host | undefined => allHosts.find((host) => host.id === id);

/** Ids of the agents that have a part: with `hooks`, with files for `export`. */
export const agentsWith = (part: "hooks" | "files" | "start" | "restore"): string[] =>
  allHosts.filter((host) => host[part] !== undefined).map(({ id }) => id);
