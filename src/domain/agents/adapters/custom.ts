import type { Adapter } from "../adapter.js";
import { openPlainParser } from "./plain-output.js";

/**
 * An agent of the person's own: `agent.command` is its command line. `{mode}` stands for reads or writes, `{folder}` for the
 * repository, `{prompt}` for a file that holds the question; without `{prompt}` the question comes on standard input.
 */
export function customAgent(template: string): Adapter {
  const [command = "", ...words] = splitWords(template);
  return {
    name: "custom",
    title: command || "a command of your own",
    command,
    install: "set agent.command to the command line of your agent",
    features: [],
    environment: [],
    homeShown: [],
    sandboxesItself: false,
    readOnlyBy: "nothing but the sandbox and the check afterwards: the command decides what {mode} means",
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

/** Words separated by blanks; quotes keep blanks inside a word. No shell reads them. */
function splitWords(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare ?? "",
  );
}
