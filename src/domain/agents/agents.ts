import { AppError } from "../../base/errors.js";
import type { Call } from "../call.js";
import { type Adapter, adaptersFor } from "./adapters.js";
import type { AgentDeps, AgentRequest } from "./agent-deps.js";
import { checkDay, startOfDay } from "./budget.js";
import { type InstalledAgent, probeAgent } from "./probe-agent.js";
import { type AgentReply, runAgent } from "./run-agent.js";
import type { OpenRun } from "./run-log.js";
import { createSlots } from "./slots.js";

/** The configured agent. */
export interface ChosenAgent {
  readonly name: string;
  readonly model: string;
}

export interface AgentStatus {
  readonly name: string;
  readonly title: string;
  readonly installed: boolean;
  readonly active: boolean;
  readonly version: string | null;
  readonly path: string | null;
  readonly install: string;
  readonly readOnlyBy: string;
  /** Whether it confines itself by the operating system. */
  readonly ownSandbox: boolean;
}

/** Lists sub-agents and runs one within its limits. */
export interface Agents {
  readonly chosen: ChosenAgent;
  list(call: Call): Promise<AgentStatus[]>;
  /** Throws inside another sub-agent, and when the day's budget is used up. */
  admit(call: Call): Promise<void>;
  /** Waits for a slot, then runs. */
  run(call: Call, run: OpenRun, request: AgentRequest): Promise<AgentReply>;
}

export function createAgents(deps: AgentDeps): Agents {
  const { processes, runs, settings, runtime } = deps;
  const adapters = adaptersFor(settings["agent.command"]);
  const slots = createSlots(deps.leases);
  const chosen = { name: settings["agent.type"], model: settings["agent.model"] };
  return {
    chosen,

    list: (call) => Promise.all(adapters.map((adapter) => status(call, adapter))),

    async admit(call) {
      if (await processes.isInsideAgent()) throw recursion();
      const since = startOfDay(runtime.now());
      checkDay(await runs.totals(call.tenant, { since }), settings);
    },

    async run(call, run, request) {
      const wanted = request.agent ?? chosen.name;
      const adapter = adapters.find(({ name }) => name === wanted);
      const installed = adapter && (await probeAgent(adapter, call.tenant, deps));
      if (!adapter || !installed)
        throw notInstalled(adapter, wanted, request.agent ? "learning.distiller" : "agent.type");
      const release = await slots.take(run.id, settings["agent.concurrency"], run.signal);
      try {
        // The model and the arguments in the settings are those of the chosen agent.
        const own = wanted === chosen.name ? settings : { ...settings, "agent.model": "", "agent.args": [] };
        return await runAgent({ ...deps, settings: own, adapter, installed, run, request });
      } finally {
        await release();
      }
    },
  };

  async function status(call: Call, adapter: Adapter): Promise<AgentStatus> {
    const installed: InstalledAgent | undefined = await probeAgent(adapter, call.tenant, deps);
    const { name, title, install, readOnlyBy } = adapter;
    return {
      name,
      title,
      install,
      readOnlyBy,
      ownSandbox: adapter.ownLimits.writes === "sandbox",
      installed: installed !== undefined,
      active: name === chosen.name,
      version: installed?.version ?? null,
      path: installed?.program.path ?? null,
    };
  }
}

export const recursion = () =>
  new AppError("forbidden", "A sub-agent cannot start sub-agents or commands.", {
    code: "RECURSION_REFUSED",
    hint: "Answer from the files that you can read.",
  });

const notInstalled = (adapter: Adapter | undefined, name: string, setting: string) =>
  new AppError(
    "unavailable",
    `${adapter?.title ?? name} is not installed: ${adapter?.command || name} is not on the PATH.`,
    {
      code: "AGENT_NOT_INSTALLED",
      hint: `Install it (${adapter?.install ?? "see its documentation"}) or choose another with \`throughline config set ${setting} <name>\`; \`throughline agent list\` shows what is installed.`,
      details: { agent: name },
    },
  );
