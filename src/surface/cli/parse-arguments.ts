import * as z from "zod";
import { AppError } from "../../base/errors.js";
import { parseJson } from "../../base/json.js";
import { suggest } from "../../base/suggest.js";
import type { Command } from "../../commands/define-command.js";

/** `project_id` and `filePattern` are typed `--project-id` and `--file-pattern`. */
export const flagName = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replaceAll("_", "-");

type Kind = "string" | "integer" | "number" | "boolean" | "array" | "object";

export type Option = ReturnType<typeof optionsOf>[number];

interface PropertySchema {
  readonly type?: Kind;
  readonly enum?: readonly string[];
  readonly description?: string;
  readonly default?: unknown;
}

export function optionsOf(command: Pick<Command, "input">) {
  const schema = z.toJSONSchema(command.input, { io: "input" });
  const required = schema.required ?? [];
  return Object.entries((schema.properties ?? {}) as Record<string, PropertySchema>).map(([name, property]) => ({
    name,
    flag: flagName(name),
    kind: property.type ?? "string",
    values: property.enum,
    describe: property.description ?? "",
    isRequired: required.includes(name),
    initial: property.default,
  }));
}

/** Parses command line words into the command's input. `-` reads standard input. */
export function parseArguments(
  command: Command,
  words: readonly string[],
  readStdin: () => string,
): Record<string, unknown> {
  const options = optionsOf(command);
  const byFlag = new Map(options.map((option) => [`--${option.flag}`, option]));
  const plain: string[] = [];
  const input: Record<string, unknown> = {};
  const put = (option: Option, raw: string) => {
    const value = readValue(option, raw === "-" ? readStdin() : raw);
    const previous = input[option.name];
    input[option.name] = Array.isArray(previous) && Array.isArray(value) ? [...previous, ...value] : value;
  };

  for (let i = 0, isPlain = false; i < words.length; i++) {
    const word = words[i] ?? "";
    if (word === "--" && !isPlain) {
      isPlain = true;
      continue;
    }
    if (isPlain || word === "-" || !word.startsWith("-")) {
      plain.push(word);
      continue;
    }
    const [flag = "", inline] = word.split(/=(.*)/s);
    const option = byFlag.get(flag) ?? unknownFlag(command, flag, [...byFlag.keys()]);
    const isSwitch = option.kind === "boolean" && inline === undefined;
    const raw = inline ?? (isSwitch ? "true" : words[++i]);
    if (raw === undefined) throw usage(command, `Missing value for ${flag}.`);
    put(option, raw);
  }
  const positional = positionalFor(command, options, input, plain.length);
  for (const [i, word] of plain.entries()) {
    const option = positional[i];
    if (!option) throw usage(command, `Unexpected argument: ${word}`);
    put(option, word);
  }
  return input;
}

/** Those that no flag gave. With too few words for all, the required ones are meant: `memory record "Use pnpm."`. */
function positionalFor(
  { positional = [] }: Command,
  options: readonly Option[],
  input: Readonly<Record<string, unknown>>,
  words: number,
): Option[] {
  const open = positional.flatMap((name) => (name in input ? [] : options.filter((one) => one.name === name)));
  const lastRequired = open.findLastIndex(({ isRequired }) => isRequired);
  let tooMany = open.length - words;
  return open.filter(({ isRequired }, i) => isRequired || i > lastRequired || tooMany-- <= 0);
}

function unknownFlag(command: Command, flag: string, flags: readonly string[]): never {
  const near = suggest(flag, flags);
  throw usage(command, `Unknown option: ${flag}.${near ? ` Did you mean ${near}?` : ""}`);
}

const usage = (command: Command, message: string) =>
  new AppError("invalid", message, { hint: `See \`throughline ${command.name} --help\`.` });

/** Invalid values are passed on: the schema refuses them with a message that names the field. */
function readValue(option: Option, raw: string): unknown {
  switch (option.kind) {
    case "integer":
    case "number":
      return raw.trim() !== "" && Number.isFinite(Number(raw)) ? Number(raw) : raw;
    case "boolean":
      return raw === "true" ? true : raw === "false" ? false : raw;
    case "array":
      return raw.split(",").map((one) => one.trim());
    case "object":
      return parseJson(raw) ?? raw;
    default:
      return raw;
  }
}
