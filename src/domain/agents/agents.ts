import { AppError } from "../../base/errors.js";
import type { Call } from "../call.js";
import { type Adapter, adaptersFor } from "./adapters.js";
import { checkDay, startOfDay } from "./budget.js";
import { probeAgent } from "./probe-agent.js";
import { type AgentDeps, type AgentReply, type AgentRequest, runAgent } from "./run-agent.js";
import type { OpenRun } from "./run-log.js";
import { createSlots } from "./slots.js";

/** Lists sub-agents and runs one within its limits. */
export type Agents = ReturnType<typeof createAgents>;

export function createAgents(deps: AgentDeps) {
  const { processes, runStore, settings, runtime } = deps;
  const adapters = adaptersFor(settings["agent.command"]);
  const slots = createSlots(deps.leases);
  /** The configured agent. */
  const chosen = { name: settings["agent.type"], model: settings["agent.model"] };
  return {
    chosen,

    list: (call: Call) => Promise.all(adapters.map((adapter) => status(call, adapter))),

    /** Throws inside another sub-agent, and when the day's budget is used up. */
    async admit(call: Call): Promise<void> {
      if (await processes.isInsideAgent()) throw recursion();
      const since = startOfDay(runtime.now());
      checkDay(await runStore.totals(call.tenant, { since }), settings);
    },

    /** Waits for a slot, then runs. */
    async run(call: Call, run: OpenRun, request: AgentRequest): Promise<AgentReply> {
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

  async function status(call: Call, adapter: Adapter) {
    const installed = await probeAgent(adapter, call.tenant, deps);
    const { name, title, install, readOnlyBy, ownLimits } = adapter;
    return {
      name,
      title,
      install,
      readOnlyBy,
      /** Whether it confines itself by the operating system. */
      ownSandbox: ownLimits.writes === "sandbox",
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
