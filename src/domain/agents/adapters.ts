import { allHosts } from "../../hosts/all-hosts.js";
import { openPlainParser, type SubAgent } from "../../hosts/sub-agent.js";

/** A sub-agent, with its name in the settings and its program. */
export interface Adapter extends SubAgent {
  readonly name: string;
  readonly title: string;
  readonly command: string;
}

/** Every agent that can run as a sub-agent. */
export function adaptersFor(customCommand: string): readonly Adapter[] {
  const adapters = allHosts.flatMap(({ id, name, commands: [command = ""], subAgent }) =>
    subAgent ? [{ ...subAgent, name: subAgent.name ?? id, title: name, command }] : [],
  );
  return [...adapters, customAgent(customCommand)];
}

/**
 * A custom agent: `agent.command` is its command line. `{mode}` becomes reads or writes, `{folder}` the repository and
 * `{prompt}` a file with the question; without `{prompt}` the question is on standard input.
 */
function customAgent(template: string): Adapter {
  const [command = "", ...words] = splitWords(template);
  return {
    name: "custom",
    title: command || "your own command",
    command,
    install: "set agent.command to the command line of your agent",
    features: [],
    environment: [],
    homePaths: [],
    ownLimits: { reads: "none", writes: "none" },
    readOnlyBy: "only the sandbox and the comparison afterwards: the command decides what {mode} means",
    plan({ mode, prompt, folder, extraArgs }) {
      const filled = words.map((word) =>
        word.replaceAll("{mode}", mode).replaceAll("{folder}", folder).replaceAll("{prompt}", "{run}/prompt.md"),
      );
      const hasFile = words.some((word) => word.includes("{prompt}"));
      const args = [...filled, ...extraArgs];
      return hasFile ? { args, files: { "prompt.md": prompt } } : { args, input: prompt };
    },
    openParser: openPlainParser,
  };
}

/** Splits at blanks outside quotes. No shell is involved. */
function splitWords(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare ?? "",
  );
}
