import type { SettingName } from "../base/settings.js";
import { backup } from "./backup.js";
import { configEdit } from "./config/config-edit.js";
import { configGet } from "./config/config-get.js";
import { configList } from "./config/config-list.js";
import { configSet } from "./config/config-set.js";
import { configTrust } from "./config/config-trust.js";
import { init } from "./context/init.js";
import type { Command } from "./define-command.js";
import { doctor } from "./doctor.js";
import { install } from "./install/install.js";
import { uninstall } from "./install/uninstall.js";
import { projectCreate } from "./project/project-create.js";
import { restore } from "./restore.js";
import { secretsAllow } from "./secrets/secrets-allow.js";
import { secretsScan } from "./secrets/secrets-scan.js";
import { secretsTest } from "./secrets/secrets-test.js";

/** Commands that are not tools, in the order in which help lists them. */
export const commands: readonly Command[] = [
  install,
  uninstall,
  init,
  projectCreate,
  configList,
  configGet,
  configSet,
  configEdit,
  configTrust,
  secretsScan,
  secretsTest,
  secretsAllow,
  doctor,
  backup,
  restore,
];

export interface ProcessCommand {
  readonly name: string;
  readonly summary: string;
  /** The settings that one would change by flag. */
  readonly settings: readonly SettingName[];
}

/** Commands that are processes of their own: `main.ts` starts them, help and completion know them from here. */
export const processCommands: readonly ProcessCommand[] = [
  {
    name: "mcp",
    summary: "Serve MCP over standard input and output: what an agent starts.",
    settings: ["toolsets", "tools", "excludeTools", "readOnly", "caller", "logLevel"],
  },
  {
    name: "serve",
    summary: "Serve MCP and the page over HTTP on this machine.",
    settings: [
      "http.host",
      "http.port",
      "http.rateLimit",
      "http.maxBody",
      "toolsets",
      "excludeTools",
      "readOnly",
      "logLevel",
    ],
  },
  { name: "hook", summary: "Take a hook's payload on standard input: what an agent's hook starts.", settings: [] },
  { name: "completion", summary: "Print the completion script for a shell: bash, zsh or fish.", settings: [] },
  { name: "version", summary: "Print the version.", settings: [] },
  { name: "help", summary: "Show this, or the help of a command.", settings: [] },
];
