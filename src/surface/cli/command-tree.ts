import type { Command } from "../../commands/define-command.js";
import type { AppCall } from "../../domain/app.js";
import type { Tool } from "../../tools/define-tool.js";
import { callTool } from "../call-tool.js";
import { flagName } from "./parse-arguments.js";

/** Every command: those of tools from the tools' own declarations, then the others. */
export const commandsOf = (tools: readonly Tool[], others: readonly Command[]): Command[] => [
  ...tools.flatMap(toCommand),
  ...others,
];

function toCommand(tool: Tool): Command[] {
  if ("none" in tool.cli) return [];
  const { command, positional = [] } = tool.cli;
  return [
    {
      name: command,
      summary: tool.title,
      input: tool.input,
      positional,
      examples: tool.examples.map((example) => exampleLine(command, positional, example)),
      run: (input: Record<string, unknown>, app: AppCall) => callTool(tool, input, app),
      toText: (answer, paint) => tool.toText(answer, paint),
      isFailure: (answer) => tool.isFailure?.(answer) ?? false,
    },
  ];
}

function exampleLine(
  command: string,
  positional: readonly string[],
  example: Readonly<Record<string, unknown>>,
): string {
  const words = positional.filter((name) => name in example).map((name) => quote(example[name]));
  const flags = Object.keys(example)
    .filter((name) => !positional.includes(name))
    .map((name) => `--${flagName(name)} ${quote(example[name])}`);
  return [command, ...words, ...flags].join(" ");
}

function quote(value: unknown): string {
  const text = Array.isArray(value)
    ? value.join(",")
    : typeof value === "object"
      ? JSON.stringify(value)
      : String(value);
  return /^[\w./:,@-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

export interface FoundCommand {
  readonly command: Command;
  readonly rest: readonly string[];
}

/** The command that the first words name, the longest name first. */
export function findCommand(commands: readonly Command[], words: readonly string[]): FoundCommand | undefined {
  const fitting = commands
    .filter(({ name }) => name.split(" ").every((word, i) => word === words[i]))
    .sort((a, b) => b.name.length - a.name.length)[0];
  return fitting && { command: fitting, rest: words.slice(fitting.name.split(" ").length) };
}
