import type { AgentProcess, ResolvedCommand } from "../../engine/agent-process.js";
import type { FactStore } from "../../store/bridge/fact-store.js";
import type { Adapter } from "./adapters.js";
import { cleanText } from "./clean-text.js";
import { probeEnvironment, quietEnvironment } from "./environment-allowlist.js";

/** An installed agent. */
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

/** Installed version and supported flags; cached per version, because agents start slowly. */
export async function probeAgent(
  adapter: Adapter,
  tenant: string,
  { processes, facts }: { processes: AgentProcess; facts: FactStore },
): Promise<InstalledAgent | undefined> {
  if (adapter.command === "") return undefined;
  const program = await processes.find(adapter.command);
  if (!program) return undefined;
  const stamp = `${adapter.name}:${program.stamp}`;
  const cachedFacts = (await facts.readProbe(tenant, stamp)) as Facts | undefined;
  const { version, features } = cachedFacts ?? (await readFacts(adapter, program, processes));
  if (!cachedFacts && version !== "") await facts.saveProbe(tenant, stamp, { version, features });
  return { program, version, features: new Set(features) };
}

async function readFacts(adapter: Adapter, program: ResolvedCommand, processes: AgentProcess): Promise<Facts> {
  const [version, help] = await Promise.all([
    readOutput(adapter, program, ["--version"], processes),
    adapter.features.length === 0 ? "" : readOutput(adapter, program, adapter.help ?? ["--help"], processes),
  ]);
  return {
    version: version.split("\n")[0]?.slice(0, 100) ?? "",
    features: adapter.features.filter((flag) => new RegExp(`${flag}\\b`).test(help)),
  };
}

async function readOutput(
  adapter: Adapter,
  program: ResolvedCommand,
  args: readonly string[],
  processes: AgentProcess,
): Promise<string> {
  const run = await processes.openFolder("probe", {});
  let stdout = "";
  try {
    await processes.run({
      id: `probe-${adapter.name}${args.join("")}`,
      file: program.path,
      args,
      folder: run.path,
      environment: { ...processes.environment(probeEnvironment), ...quietEnvironment },
      timeoutMs: probeMs,
      signal: new AbortController().signal,
      output: (stream, chunk) => {
        if (stream === "stdout" && stdout.length < 1_000_000) stdout += new TextDecoder().decode(chunk);
      },
    });
  } finally {
    await run.remove();
  }
  return cleanText(stdout).trim();
}
