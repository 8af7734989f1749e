import type { Paint } from "../../base/paint.js";
import { flagOf, settingOf } from "../../base/settings.js";
import type { ProcessCommand } from "../../commands/catalog.js";
import type { Command } from "../../commands/define-command.js";
import { type Option, optionsOf } from "./parse-arguments.js";

export function commandText(command: Command, paint: Paint): string {
  const options = optionsOf(command);
  const width = Math.max(0, ...options.map((option) => typed(option).length));
  const rows = options.map((option) => `  ${typed(option).padEnd(width)}  ${option.describe}${initial(option)}`);
  return [
    command.summary,
    "",
    `${paint.bold("Usage:")} throughline ${usageLine(command)}`,
    ...(rows.length > 0 ? ["", paint.bold("Options"), ...rows] : []),
    "",
    paint.bold("Examples"),
    ...command.examples.map((example) => `  throughline ${example}`),
  ].join("\n");
}

export function processText({ name, summary, settings }: ProcessCommand, paint: Paint): string {
  const rows = settings.map((setting) => ({
    typed: `--${flagOf(setting)} <${settingOf(setting).valueFormat}>`,
    ...settingOf(setting),
  }));
  const width = Math.max(0, ...rows.map(({ typed }) => typed.length));
  const options = rows.map(({ typed, describe }) => `  ${typed.padEnd(width)}  ${describe}`);
  return [
    summary,
    "",
    `${paint.bold("Usage:")} throughline ${name}${options.length > 0 ? " [options]" : ""}`,
    ...(options.length > 0 ? ["", paint.bold("Options"), ...options] : []),
  ].join("\n");
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
  const words = positional.flatMap((name) => options.filter((option) => option.name === name)).map(placeholder);
  const flags = options
    .filter(({ name }) => !positional.includes(name))
    .sort((a, b) => Number(b.isRequired) - Number(a.isRequired));
  return [
    command.name,
    ...words,
    ...flags.map((option) => (option.isRequired ? typed(option) : `[${typed(option)}]`)),
  ].join(" ");
}

const placeholder = ({ flag, isRequired }: Option) => (isRequired ? `<${flag}>` : `[${flag}]`);

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
