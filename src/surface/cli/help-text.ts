import type { Paint } from "../../base/paint.js";
import { flagOf, settingOf } from "../../base/settings.js";
import { type ProcessCommand, processCommands } from "../../commands/catalog.js";
import { commandGroups } from "../../commands/command-groups.js";
import type { Command } from "../../commands/define-command.js";
import { type Option, optionsOf } from "./parse-arguments.js";

export function commandText(command: Command, paint: Paint): string {
  const rows = optionsOf(command).map((option) => [typed(option), `${option.describe}${initial(option)}`] as const);
  const examples = command.examples.map((example) => `  throughline ${example}`);
  return [
    ...usageAndOptions(command.summary, usageLine(command), rows, paint),
    "",
    paint.bold("Examples"),
    ...examples,
  ].join("\n");
}

export function processText({ name, summary, settings }: ProcessCommand, paint: Paint): string {
  const rows = settings.map((setting) => {
    const { valueFormat, describe } = settingOf(setting);
    return [`--${flagOf(setting)} <${valueFormat}>`, describe] as const;
  });
  return usageAndOptions(summary, `${name}${rows.length > 0 ? " [options]" : ""}`, rows, paint).join("\n");
}

function usageAndOptions(
  summary: string,
  usage: string,
  rows: readonly (readonly [typed: string, about: string])[],
  paint: Paint,
): string[] {
  const width = Math.max(0, ...rows.map(([typed]) => typed.length));
  const options = rows.map(([typed, about]) => `  ${typed.padEnd(width)}  ${about}`);
  const title = options.length > 0 ? ["", paint.bold("Options")] : [];
  return [summary, "", `${paint.bold("Usage:")} throughline ${usage}`, ...title, ...options];
}

/** Help as data: the commands that begin with the words, with their options. */
export const helpRows = (commands: readonly Command[], words: readonly string[]) =>
  commands
    .filter(({ name }) => words.every((word, i) => name.split(" ")[i] === word))
    .map((command) => ({
      name: command.name,
      summary: command.summary,
      usage: usageLine(command),
      examples: command.examples,
      options: optionsOf(command).map(({ flag, kind, values, describe, isRequired }) => ({
        flag: `--${flag}`,
        kind,
        describe,
        required: isRequired,
        ...(values ? { values } : {}),
      })),
    }));

/** `memory search <query> --project-id <string> [--limit <integer>]` */
export function usageLine(command: Command): string {
  const positional = command.positional ?? [];
  const options = optionsOf(command);
  const words = positional.flatMap((name) => options.filter((option) => option.name === name));
  const flags = options
    .filter(({ name }) => !positional.includes(name))
    .sort((a, b) => Number(b.isRequired) - Number(a.isRequired));
  return [
    command.name,
    ...words.map(({ flag, isRequired }) => (isRequired ? `<${flag}>` : `[${flag}]`)),
    ...flags.map((option) => (option.isRequired ? typed(option) : `[${typed(option)}]`)),
  ].join(" ");
}

/** More values are not listed, such as agents: completion knows them, and so does the answer to a wrong one. */
const maxListed = 8;

function typed({ flag, kind, values }: Option): string {
  if (kind === "boolean") return `--${flag}`;
  if (values && values.length > maxListed) return `--${flag} <${flag}>`;
  return `--${flag} <${values?.join("|") ?? { array: "a,b", object: "json", string: "text" }[kind as string] ?? kind}>`;
}

const initial = ({ initial: value }: Option) =>
  value === undefined || value === "" || value === false || (Array.isArray(value) && value.length === 0)
    ? ""
    : ` (default: ${Array.isArray(value) && value.length > maxListed ? "all" : value})`;

type Named = Pick<Command, "name" | "summary">;

/** All commands by group; commands with the same first word share a line. */
export function overviewText(commands: readonly Command[], paint: Paint): string {
  const all: readonly Named[] = [...commands, ...processCommands];
  const rows = commandGroups.map(({ title, words }) => ({ title, rows: words.flatMap((word) => rowsOf(word, all)) }));
  const width = widest(rows.flatMap(({ rows }) => rows));
  return [
    "One memory for every coding agent.",
    "",
    `${paint.bold("Usage:")} throughline <command> [options]   (or tl)`,
    ...rows.flatMap(({ title, rows }) => ["", paint.bold(title), ...rows.map((row) => line(row, width))]),
    "",
    `${paint.bold("More:")} add --help to a command or its first word; --json prints JSON; every setting is also a flag (--log-level debug).`,
  ].join("\n");
}

/** The commands with one first word, or of a family, whose name is not a part of its commands. */
export function groupText(commands: readonly Command[], paint: Paint, word = ""): string {
  const isPrefix = commands.every(({ name }) => firstWord(name) === word);
  return [
    `${paint.bold("Usage:")} throughline ${isPrefix ? `${word} ` : ""}<command> [options]`,
    "",
    paint.bold("Commands"),
    ...commands.map((command) => line(command, widest(commands))),
  ].join("\n");
}

function rowsOf(word: string, all: readonly Named[]): Named[] {
  const matches = all.filter(({ name }) => firstWord(name) === word);
  if (matches.length < 2 || matches.some(({ name }) => name === word)) return matches;
  return [{ name: word, summary: matches.map(({ name }) => name.slice(word.length + 1)).join(", ") }];
}

const firstWord = (name: string) => name.split(" ")[0] ?? name;
const widest = (rows: readonly Named[]) => Math.max(...rows.map(({ name }) => name.length));
const line = ({ name, summary }: Named, width: number) => `  ${name.padEnd(width)}  ${summary}`;
