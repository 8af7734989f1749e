import type { Paint } from "../../base/paint.js";
import { processCommands } from "../../commands/catalog.js";
import { commandGroups } from "../../commands/command-groups.js";
import type { Command } from "../../commands/define-command.js";

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
