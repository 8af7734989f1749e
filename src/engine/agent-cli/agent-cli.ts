import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AgentProcess } from "../agent-process.js";
import { findCommand } from "./find-command.js";
import { isInsideAgent } from "./is-inside-agent.js";
import { pickEnvironment } from "./pick-environment.js";
import { createRunner } from "./run-process.js";

/** Runs programs as processes of this machine. */
export function agentCli(): AgentProcess {
  const { run, stopAll } = createRunner();
  return {
    run,
    stopAll,
    find: (command) => findCommand(command, process.env),
    environment: (allowed) => pickEnvironment(process.env, allowed),
    isInsideAgent: () => isInsideAgent(process.env, process.ppid),

    async openFolder(id, files) {
      const path = await mkdtemp(join(tmpdir(), `throughline-${id}-`));
      for (const [name, text] of Object.entries(files)) await writeFile(join(path, name), text, { mode: 0o600 });
      return { path, remove: () => rm(path, { recursive: true, force: true }) };
    },
  };
}
