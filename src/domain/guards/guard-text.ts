import { AppError } from "../../base/errors.js";
import { isObject } from "../../base/json.js";
import { globRegex } from "../../base/text/glob.js";
import { linearRegex } from "../../base/text/linear-regex.js";
import type { Guard, GuardForm } from "../../store/memory/guard.js";
import { matchesGuard } from "./match-guard.js";
import { readAction } from "./read-action.js";

const maxGuards = 16;
const maxItems = 50;
const maxLength = 2000;

/** The whole form, as tools describe it to an agent. */
export const guardHelp =
  'For a rule that a machine can check: the calls that break it; a person accepts it. An object or a list. command: ["npm|yarn","git push main"], words in order, flags anywhere. path: ["src/**","!src/gen/**"], changed files. text: regex in the command, or in an added line. not: regex there, or in the written file, that makes it fine. new: only new (true) or existing (false) files. instead: the right way.';

/** Guards that somebody proposes with a rule, validated: one, or a list of them. */
export function newGuards(given: unknown, rule: string): Guard[] {
  const all = Array.isArray(given) ? given : [given];
  if (all.length === 0 || all.length > maxGuards) throw refused(`a rule has 1 to ${maxGuards} of them`);
  const guards = all.map(newGuard);
  if (!guards.some((guard) => isNamed(guard, rule))) throw refused("the rule names nothing that it stops");
  return guards;
}

/** The same as a part of the rule; none where they cannot be used: the rule counts without them. */
export function usableGuards(given: unknown, rule: string): { guards?: Guard[] } {
  try {
    return given === undefined ? {} : { guards: newGuards(given, rule) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return {};
  }
}

function newGuard(given: unknown): Guard {
  const fields = isObject(given) ? given : {};
  const unknown = Object.keys(fields).find((name) => !fieldNames.has(name));
  if (unknown !== undefined) throw refused(`it has no field "${unknown}"`);
  const form: GuardForm = {
    ...textField(fields, "tool"),
    ...listField(fields, "command", commandWords),
    ...listField(fields, "path", (path) => path.split(/,\s+/)),
    ...textField(fields, "text"),
    ...textField(fields, "not"),
    ...(typeof fields.new === "boolean" ? { new: fields.new } : {}),
    effect: fields.effect === "deny" ? "deny" : "ask",
    ...textField(fields, "instead"),
  };
  refuseUnreadable(form);
  refuseTooMuch(form);
  return proposed(form);
}

export const proposed = (form: GuardForm): Guard => ({ ...form, state: "proposed", stops: 0, overruled: 0 });

const fieldNames = new Set(["tool", "command", "path", "text", "not", "new", "effect", "instead"]);
type Fields = Readonly<Record<string, unknown>>;

function textField(fields: Fields, name: "tool" | "text" | "not" | "instead") {
  const given = fields[name];
  if (given === undefined) return {};
  // Several patterns are alternatives, and slashes around one are not a part of it.
  const value = Array.isArray(given) ? given.join("|") : given;
  if (typeof value !== "string" || value.trim() === "" || value.length > maxLength)
    throw refused(`"${name}" must be a text of 1 to ${maxLength} characters`);
  return { [name]: value.replace(/^\/(.+)\/[a-z]*$/, "$1") };
}

function listField(fields: Fields, name: "command" | "path", read: (text: string) => string[]) {
  const value = fields[name];
  if (value === undefined) return {};
  const all = (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === "string");
  const isValid =
    all.length > 0 && all.length <= maxItems && all.every((one) => /\S/.test(one) && one.length <= maxLength);
  if (!isValid || (Array.isArray(value) && value.length !== all.length))
    throw refused(`"${name}" must be a text, or a list of up to ${maxItems} texts`);
  return { [name]: all.flatMap((one) => read(one.trim())) };
}

/** Many write a regular expression where words are asked for: `^(npm|yarn)\s+install` means `npm|yarn install`. */
const commandWords = (text: string): string[] =>
  text.split(/\s+\|\|?\s+/).map((one) =>
    one
      .replace(/\\[sb][+*]?|\.\*/g, " ")
      .replace(/\(\?:|[()^$\\]/g, "")
      .replace(/\s+/g, " ")
      .trim(),
  );

function refuseUnreadable({ text, not, path }: GuardForm): void {
  for (const [pattern, read] of [
    [text, linearRegex],
    [not, linearRegex],
    ...(path ?? []).map((one) => [one, globRegex] as const),
  ] as const)
    try {
      if (pattern !== undefined) read(pattern);
    } catch (error) {
      throw refused(`"${pattern}" cannot be checked, ${(error as Error).message}`);
    }
}

const bash = (command: string) => ({ tool: "Bash", command, files: [], changes: false, added: [] });

/** What an agent does all the time: a guard that stops all of it is about nothing. */
const everydayText = { file: "notes.txt", text: "The quick brown fox", before: "" };
const everyday = [bash("git status"), { tool: "Edit", files: ["notes.txt"], changes: true, added: [everydayText] }];
const nowhere = { root: "/", folder: "/", read: () => undefined };

/** It must not stop everything, nor the right way. */
function refuseTooMuch(form: GuardForm): void {
  const { tool, command, path, text, instead } = form;
  if (!tool && !command && !path && !text && !form.not) throw refused("it says nothing that could be checked");
  if (everyday.some((action) => matchesGuard(form, readAction(action, nowhere))))
    throw refused("it stops nearly everything");
  // "ATL-<number>" is a form of the right way, and a sentence is about it: they are no examples.
  if (
    instead &&
    command &&
    !/<[^<>]+>|(?:\S+\s+){5}/.test(instead) &&
    matchesGuard(form, readAction(bash(instead), nowhere))
  )
    throw refused(`it stops what it calls the right way: ${instead}`);
}

/** Whether a guard stops something that the rule names. */
function isNamed({ tool, command, path, text, not }: GuardForm, rule: string): boolean {
  const said = rule.toLowerCase();
  const words = [tool, ...(command ?? []), ...(path ?? []), text, not]
    .join(" ")
    // The letters of `\b` and `\s` are no words.
    .replace(/\\[a-z]/gi, " ")
    .toLowerCase()
    .match(/[\p{L}\p{N}]{2,}/gu);
  return words?.some((word) => said.includes(word)) ?? path !== undefined;
}

const refused = (why: string) =>
  new AppError("invalid", `This is not a valid guard: ${why}.`, {
    hint: 'Pass what breaks the rule: {"command":["npm install|i"],"instead":"pnpm add"} or {"path":["gen/**"],"text":"regex"}.',
  });

/** "Asks before a command `npm install|i`". */
export function describeGuard({ effect, tool, command, path, text, not, ...form }: GuardForm): string {
  const [files, exceptions] = [path?.filter((one) => !one.startsWith("!")), path?.filter((one) => one.startsWith("!"))];
  const listed = (all: readonly string[]) => all.map((one) => `\`${one}\``).join(" or ");
  const place = files?.length ? listed(files) : "any file";
  const file = form.new === undefined ? place : `${place} (${form.new ? "new" : "existing"} ones)`;
  const change = text
    ? `adding \`${text}\` to ${file}`
    : not
      ? `writing ${file} without \`${not}\``
      : `a change of ${file}`;
  const isFile = path !== undefined || text !== undefined || not !== undefined || form.new !== undefined;
  const what = command
    ? `a command ${listed(command)}${text ? ` with \`${text}\`` : ""}${path ? ` on ${place}` : ""}`
    : isFile
      ? change
      : `a call of the tool \`${tool}\``;
  const fine = [...(not && (command || text) ? [not] : []), ...(exceptions ?? []).map((one) => one.slice(1))];
  return `${effect === "deny" ? "Stops" : "Asks before"} ${what}${fine.length > 0 ? `, unless \`${fine.join("`, `")}\`` : ""}`;
}
