import { AppError, bug, problems } from "../../base/errors.js";
import { neutralize } from "../../base/neutralize.js";
import type { Paint } from "../../base/paint.js";
import { suggest } from "../../base/suggest.js";
import { blankControls } from "../../base/text-cells.js";
import { processCommands } from "../../commands/catalog.js";
import { commandGroups } from "../../commands/command-groups.js";
import type { Command } from "../../commands/define-command.js";
import type { Call } from "../../domain/call.js";
import type { CommandApp } from "../../domain/command-app.js";
import { inTenant } from "../../engine/tenant-scope.js";
import { readInput, type Wording } from "../call-tool.js";
import { mapStrings, neutralizeValue } from "../map-strings.js";
import { nameCommands } from "../name-next-steps.js";
import { type Client, openCall } from "../open-call.js";
import { codedError, traceOf } from "../wire-errors.js";
import { findCommand } from "./command-tree.js";
import { completionScript, projectNames } from "./completion-script.js";
import { commandText, groupText, helpRows, overviewText, processText, usageLine } from "./help-text.js";
import { flagName, parseArguments } from "./parse-arguments.js";

export interface Terminal {
  readonly paint: Paint;
  /** Whether the output is a terminal rather than a pipe or a file. */
  readonly isInteractive: boolean;
  out(text: string): void;
  error(text: string): void;
  readStdin(): string;
  readonly signal: AbortSignal;
  /** Shows progress, if output is a terminal. */
  readonly progress?: Call["progress"];
}

interface Deps {
  readonly app: CommandApp;
  readonly client: Client;
  readonly commands: readonly Command[];
  readonly terminal: Terminal;
}

/** Runs one command line and returns its exit code. */
export async function runCli(argv: readonly string[], deps: Deps): Promise<number> {
  const { app, client, terminal } = deps;
  const isJson = argv.includes("--json");
  const words = argv.filter((word) => word !== "--json");
  const { signal, progress } = terminal;
  const call = openCall(app, client, { surface: "cli", signal, progress, confirm: (question) => app.ask(question) });
  try {
    return await inTenant(client.tenant, () => dispatch(words, isJson, call.app, deps));
  } catch (error) {
    if (!(error instanceof AppError))
      app.log.error("command.failed", { request: call.requestId, error: traceOf(error) });
    const body = printable(app.redaction.value(codedError(error, call.requestId, nameCommands)));
    const lines = [`${terminal.paint.red("throughline:")} ${body.message}`, body.details.hint];
    if (isJson) terminal.out(JSON.stringify({ error: body }));
    else terminal.error(lines.filter(Boolean).join("\n"));
    return error instanceof AppError ? problems[error.problem].exit : bug.exit;
  }
}

async function dispatch(
  words: readonly string[],
  isJson: boolean,
  app: Parameters<Command["run"]>[1],
  { commands, terminal }: Deps,
): Promise<number> {
  if (words[0] === "completion" && words[1] === "projects") return print(terminal, await projectNames(app));
  if (words[0] === "completion") return print(terminal, completionScript(words[1] ?? "", commands));
  const isHelp = words.length === 0 || words[0] === "help" || words.includes("--help") || words.includes("-h");
  const named = words.filter((word) => word !== "help" && word !== "--help" && word !== "-h");
  if (isHelp && isJson) return print(terminal, printableJson({ commands: helpRows(commands, named) }, 2));
  if (isHelp && named.length === 0) return print(terminal, overviewText(commands, terminal.paint));

  const processCommand = isHelp && processCommands.find(({ name }) => name === named[0]);
  if (processCommand) return print(terminal, processText(processCommand, terminal.paint));

  const match = findCommand(commands, named) ?? commandGroup(named, commands);
  if (Array.isArray(match)) return print(terminal, groupText(match, terminal.paint, named[0]));
  const { command, rest } = match;
  if (isHelp) return print(terminal, commandText(command, terminal.paint));

  const input = readInput(command, parseArguments(command, rest, terminal.readStdin), wordingOf(command));
  const rawAnswer = await command.run(input, app);
  const answer = command.rawAnswer ? rawAnswer : app.redaction.value(rawAnswer);
  const isVerbatim = command.verbatim !== undefined && !terminal.isInteractive;
  const text = isJson
    ? printableJson(isVerbatim ? answer : neutralizeValue(answer), 2)
    : command.toText(isVerbatim ? answer : printable(answer), terminal.paint);
  print(terminal, text);
  return command.exitCode?.(answer) ?? (command.isFailure?.(answer) ? 1 : 0);
}

/** Validation errors name flags instead of fields. */
const wordingOf = (command: Command): Wording => ({
  field: (name) => (command.positional?.includes(name) ? `<${flagName(name)}>` : `--${flagName(name)}`),
  hint: `Usage: throughline ${usageLine(command)}`,
});

/** The commands of a group such as `config` if only its name was typed; otherwise an error. */
function commandGroup(words: readonly string[], commands: readonly Command[]): Command[] {
  const family = commandGroups.find((group) => group.family === words[0])?.words ?? [];
  const firstWords = [words[0], ...family];
  const inGroup = commands.filter(({ name }) => firstWords.some((word) => name.startsWith(`${word} `)));
  if (words.length === 1 && inGroup.length > 0) return inGroup;
  const name = words.slice(0, inGroup.length > 0 ? 2 : 1).join(" ");
  const names = [...commands, ...processCommands].map(({ name }) => name);
  const near = suggest(words.slice(0, 2).join(" "), names) ?? suggest(name, names);
  throw new AppError("invalid", `Unknown command: ${name}.`, {
    hint: near ? `Did you mean \`throughline ${near}\`?` : "List all commands with `throughline --help`.",
  });
}

function print(terminal: Terminal, text: string): 0 {
  if (text !== "") terminal.out(text);
  return 0;
}

/** Stored text must not move the cursor, change colors or write to the clipboard, nor deceive an agent that runs a command. */
export const printable = <T>(value: T): T => mapStrings(value, (text) => neutralize(blankControls(text)));

/** JSON escapes C0 controls itself, but not DEL, C1 and text direction. */
export const printableJson = (value: unknown, indent?: number): string =>
  JSON.stringify(value, null, indent).replace(
    /[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
