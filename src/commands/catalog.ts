import type { SettingName } from "../base/settings.js";
import { agentCommands } from "./agent.js";
import { archiveCommands } from "./archive/archive.js";
import { continueSession, restoreSession } from "./archive/continue.js";
import { importSessions } from "./archive/import-sessions.js";
import { codeStatus } from "./code-status.js";
import { configCommands } from "./config.js";
import { entryCommands } from "./context/entries.js";
import { contextInit, init } from "./context/init.js";
import { injectionCommands } from "./context/injection.js";
import { mergeFile } from "./context/merge-file.js";
import { skillCommands } from "./context/skills.js";
import { stateCommands } from "./context/state.js";
import { log, status } from "./context/status.js";
import { syncCommands } from "./context/sync.js";
import { transferCommands } from "./context/transfer.js";
import type { Command } from "./define-command.js";
import { everywhereCommands } from "./everywhere.js";
import { guardCommands } from "./guard.js";
import { hookCommands } from "./hooks.js";
import { install, uninstall } from "./install/install.js";
import { testMcp } from "./install/test-mcp.js";
import { maintenanceCommands } from "./maintenance.js";
import { distill, memoryAllow } from "./memory.js";
import { migrateCommands } from "./migrate.js";
import { projectCommands } from "./project.js";
import { receipts, statusline } from "./receipts.js";
import { remoteCommands } from "./remote.js";
import { repoCommands } from "./repo.js";
import { search } from "./search.js";
import { secretCommands } from "./secrets.js";
import { serviceCommands } from "./service.js";
import { storageCommands } from "./storage.js";
import { syncMachines } from "./sync-machines.js";

/** Commands that are not tools, in the order in which help lists them. */
export const commands: readonly Command[] = [
  install,
  uninstall,
  ...migrateCommands,
  receipts,
  statusline,
  memoryAllow,
  ...guardCommands,
  ...everywhereCommands,
  distill,
  importSessions,
  continueSession,
  restoreSession,
  ...archiveCommands,
  ...injectionCommands,
  ...hookCommands,
  testMcp,
  codeStatus,
  init,
  contextInit,
  status,
  log,
  ...syncCommands,
  syncMachines,
  ...entryCommands,
  ...stateCommands,
  ...skillCommands,
  ...transferCommands,
  mergeFile,
  search,
  ...projectCommands,
  ...repoCommands,
  ...agentCommands,
  ...storageCommands,
  ...configCommands,
  ...secretCommands,
  ...maintenanceCommands,
  ...serviceCommands,
  ...remoteCommands,
];

export interface ProcessCommand {
  readonly name: string;
  readonly summary: string;
  /** Settings shown as flags in its help. */
  readonly settings: readonly SettingName[];
}

/** Commands with an entry of their own in `main.ts`; listed here for help and completion. */
export const processCommands: readonly ProcessCommand[] = [
  {
    name: "mcp",
    summary: "Serve MCP over stdio. Agents start this.",
    settings: ["toolsets", "coreTools", "tools", "excludeTools", "readOnly", "caller", "logLevel"],
  },
  {
    name: "serve",
    summary: "Serve MCP and the web UI over HTTP on this machine or, with --public-url, to a team.",
    settings: [
      "http.host",
      "http.port",
      "database",
      "service.publicUrl",
      "service.issuer",
      "service.rateLimit",
      "service.trustedProxies",
      "http.rateLimit",
      "http.maxBody",
      "toolsets",
      "excludeTools",
      "readOnly",
      "logLevel",
    ],
  },
  {
    name: "worker",
    summary: "Embed documents of a team service in the background, beside other workers and servers.",
    settings: ["database", "search.model", "logLevel"],
  },
  {
    name: "ui",
    summary: "Open the web UI in the browser to search and correct what agents know.",
    settings: ["http.host", "http.port"],
  },
  {
    name: "demo",
    summary: "Open the web UI on sample data in a temporary folder. Your own data is not touched.",
    settings: ["http.host", "http.port"],
  },
  { name: "hook", summary: "Handle a hook payload on standard input. Agents' hooks start this.", settings: [] },
  { name: "completion", summary: "Print the completion script for bash, zsh or fish.", settings: [] },
  { name: "version", summary: "Print the version.", settings: [] },
  { name: "help", summary: "Show this help, or the help of a command.", settings: [] },
];
