import type { AgentProcess, ResolvedCommand } from "../../engine/agent-process.js";
import type { FactStore } from "../../store/bridge/fact-store.js";
import type { Adapter } from "./adapter.js";
import { cleanText } from "./clean-text.js";
import { probeEnvironment, quiet } from "./passed-environment.js";

/** An agent as it is installed here. */
export interface InstalledAgent {
  readonly program: ResolvedCommand;
  readonly version: string;
  readonly features: ReadonlySet<string>;
}

interface Facts {
  readonly version: string;
  readonly features: readonly string[];
}

const probeMs = 20_000;

/** What version is installed and which flags it knows; asked once per version, because agents start slowly. */
export async function probeAgent(
  adapter: Adapter,
  tenant: string,
  { processes, facts }: { processes: AgentProcess; facts: FactStore },
): Promise<InstalledAgent | undefined> {
  if (adapter.command === "") return undefined;
  const program = await processes.find(adapter.command);
  if (!program) return undefined;
  const stamp = `${adapter.name}:${program.stamp}`;
  const known = (await facts.readProbe(tenant, stamp)) as Facts | undefined;
  const { version, features } = known ?? (await ask(adapter, program, processes));
  if (!known && version !== "") await facts.keepProbe(tenant, stamp, { version, features });
  return { program, version, features: new Set(features) };
}

async function ask(adapter: Adapter, program: ResolvedCommand, processes: AgentProcess): Promise<Facts> {
  const [version, help] = await Promise.all([
    output(adapter, program, ["--version"], processes),
    adapter.features.length === 0 ? "" : output(adapter, program, adapter.help ?? ["--help"], processes),
  ]);
  return {
    version: version.split("\n")[0]?.slice(0, 100) ?? "",
    features: adapter.features.filter((flag) => new RegExp(`${flag}\\b`).test(help)),
  };
}

async function output(
  adapter: Adapter,
  program: ResolvedCommand,
  args: readonly string[],
  processes: AgentProcess,
): Promise<string> {
  const run = await processes.openFolder("probe", {});
  let said = "";
  try {
    await processes.run({
      id: `probe-${adapter.name}${args.join("")}`,
      file: program.path,
      args,
      folder: run.path,
      environment: { ...processes.environment(probeEnvironment), ...quiet },
      timeoutMs: probeMs,
      signal: new AbortController().signal,
      output: (stream, chunk) => {
        if (stream === "stdout" && said.length < 1_000_000) said += new TextDecoder().decode(chunk);
      },
    });
  } finally {
    await run.remove();
  }
  return cleanText(said).trim();
}
