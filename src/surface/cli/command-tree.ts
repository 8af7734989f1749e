import * as z from "zod";
import type { Paint } from "../../base/paint.js";
import { embedNewDocuments, requireWords } from "../../commands/before-search.js";
import type { Command } from "../../commands/define-command.js";
import type { CommandCall } from "../../domain/command-app.js";
import type { Tool } from "../../tools/define-tool.js";
import { callTool } from "../call-tool.js";
import { flagName } from "./parse-arguments.js";
import { withConfirmation } from "./with-confirmation.js";
import { withEmbedding } from "./with-embedding.js";

/** Every command: those of tools from the tools' own declarations, then the others. */
export const commandsOf = (tools: readonly Tool[], others: readonly Command[]): Command[] =>
  [...tools.flatMap(toCommand), ...others].map(withConfirmation);

function toCommand(tool: Tool): Command[] {
  if ("none" in tool.cli) return [];
  const { command, positional = [], defaults = {}, isSearch = false, isIndexing = false, confirm } = tool.cli;
  const embedAfter = isIndexing ? withEmbedding : (plain: Command) => plain;
  return [
    embedAfter({
      name: command,
      summary: `${tool.title}.`,
      input: withOptional(tool.input, Object.keys(defaults)),
      positional,
      examples: tool.examples.map((example) => exampleLine(command, positional, example)),
      ...(confirm ? { confirm } : {}),
      async run(input: Record<string, unknown>, app: CommandCall) {
        if (isSearch) {
          requireWords(input.query);
          await embedNewDocuments(app);
        }
        return callTool(tool, await withDefaults(input, defaults, app), app);
      },
      toText: (answer, paint) => textWithRemote(tool, answer, paint),
      isFailure: (answer) => tool.isFailure?.(answer) ?? false,
    }),
  ];
}

/** Adds the team service's message below the answer; a queued write has no other answer yet. */
function textWithRemote(tool: Tool, answer: unknown, paint: Paint): string {
  const { remote } = (answer ?? {}) as { remote?: { state?: unknown; message?: unknown } };
  if (typeof remote?.message !== "string") return tool.toText(answer, paint);
  return remote.state === "queued" ? remote.message : `${tool.toText(answer, paint)}\n${paint.dim(remote.message)}`;
}

const withOptional = (schema: z.ZodObject, names: readonly string[]): z.ZodObject =>
  names.length === 0
    ? schema
    : schema.extend(Object.fromEntries(names.map((name) => [name, z.optional(schema.shape[name] as z.ZodType)])));

async function withDefaults(
  input: Readonly<Record<string, unknown>>,
  defaults: Readonly<Record<string, ((app: CommandCall) => Promise<string>) | undefined>>,
  app: CommandCall,
): Promise<Record<string, unknown>> {
  const filled = { ...input };
  for (const [name, readDefault] of Object.entries(defaults)) filled[name] ??= await readDefault?.(app);
  return filled;
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

/** The command with the longest name that the words start with, and the words behind its name. */
export function findCommand(commands: readonly Command[], words: readonly string[]) {
  const [command] = commands
    .filter(({ name }) => name.split(" ").every((word, i) => word === words[i]))
    .sort((a, b) => b.name.length - a.name.length);
  return command && { command, rest: words.slice(command.name.split(" ").length) };
}
