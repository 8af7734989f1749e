import { join } from "node:path";
import { agentCli } from "../../src/engine/agent-cli/agent-cli.js";
import type { AgentProcess } from "../../src/engine/agent-process.js";
import { root } from "./sources.js";

/** Real processes; the only installed agent is a fixture that prints Claude Code's output. */
export function fakeAgentProcess(): AgentProcess {
  const real = agentCli();
  const path = join(root, "test", "fixtures", "agents", "claude");
  return {
    ...real,
    find: async (command) => (command === "claude" ? { path, realPath: path, stamp: "fixture" } : undefined),
    isInsideAgent: async () => false,
  };
}
