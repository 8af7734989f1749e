import { tools } from "../tools/catalog.js";

const commandByTool = new Map(
  tools.flatMap(({ name, cli }) => ("command" in cli ? [[name, cli.command] as const] : [])),
);
const toolNames = new RegExp(`\`?\\b(${[...commandByTool.keys()].join("|")})\\b\`?`, "g");
/** Longest first, so that `memory record` is not read as `memory`. */
const toolCommands = [...commandByTool, ["recall", "search"] as const].sort(([, a], [, b]) => b.length - a.length);

/** A hint for a person at a terminal: tools that it names become their commands. */
export const nameCommands = (hint: string): string =>
  hint.replace(toolNames, (_, name: string) => `\`throughline ${commandByTool.get(name)}\``);

/** A hint for an agent: commands that it names become their tools. Commands without a tool are for the person. */
export const nameTools = (hint: string): string =>
  hint.replace(/`throughline ([^`]+)`/g, (text, command: string) => {
    const match = toolCommands.find(([, words]) => command === words || command.startsWith(`${words} `));
    return match ? match[0] : text;
  });
