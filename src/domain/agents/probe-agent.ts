import type { AgentProcess, ResolvedCommand } from "../../engine/agent-process.js";
import type { FactStore } from "../../store/bridge/fact-store.js";
import type { Adapter } from "./adapters.js";
import { probeEnvironment, quietEnvironment } from "./environment-allowlist.js";
import { cleanText } from "./run-output.js";

interface Facts {
  readonly version: string;
  readonly features: readonly string[];
}

/** An installed agent. */
export interface InstalledAgent {
  readonly program: ResolvedCommand;
  readonly version: string;
  readonly features: ReadonlySet<string>;
}

const probeMs = 20_000;

/** Installed version and supported flags; cached per version, because agents start slowly. */
export async function probeAgent(
  adapter: Adapter,
  tenant: string,
  { processes, factStore }: { processes: AgentProcess; factStore: FactStore },
): Promise<InstalledAgent | undefined> {
  const program = adapter.command === "" ? undefined : await processes.find(adapter.command);
  if (!program) return undefined;
  const stamp = `${adapter.name}:${program.stamp}`;
  const cachedFacts = (await factStore.readProbe(tenant, stamp)) as Facts | undefined;
  const { version, features } = cachedFacts ?? (await readFacts(adapter, program, processes));
  if (!cachedFacts && version !== "") await factStore.saveProbe(tenant, stamp, { version, features });
  return { program, version, features: new Set(features) };
}

async function readFacts(
  { name, features, help: helpArgs = ["--help"] }: Adapter,
  { path: file }: ResolvedCommand,
  processes: AgentProcess,
): Promise<Facts> {
  const outputOf = async (args: readonly string[]): Promise<string> => {
    const folder = await processes.openFolder("probe", {});
    let stdout = "";
    try {
      await processes.run({
        id: `probe-${name}${args.join("")}`,
        file,
        args,
        folder: folder.path,
        environment: { ...processes.environment(probeEnvironment), ...quietEnvironment },
        timeoutMs: probeMs,
        signal: new AbortController().signal,
        output: (stream, chunk) => {
          if (stream === "stdout" && stdout.length < 1_000_000) stdout += new TextDecoder().decode(chunk);
        },
      });
    } finally {
      await folder.remove();
    }
    return cleanText(stdout).trim();
  };
  const [version, help] = await Promise.all([outputOf(["--version"]), features.length === 0 ? "" : outputOf(helpArgs)]);
  return {
    version: version.split("\n")[0]?.slice(0, 100) ?? "",
    features: features.filter((flag) => new RegExp(`${flag}\\b`).test(help)),
  };
}
