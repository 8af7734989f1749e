import { AppError } from "../../base/errors.js";
import { isObject } from "../../base/json.js";
import type { Guard, GuardForm } from "../../store/memory/guard.js";

const maxWords = 12;
const maxLength = 200;

/** A guard that somebody proposes, validated: `{"words":["npm","install|i"],"instead":"pnpm add"}`. */
export function newGuard(given: unknown): Guard {
  const fields = isObject(given) ? given : {};
  const unknown = Object.keys(fields).find((name) => !fieldNames.has(name));
  if (unknown !== undefined) throw refused(`it has no field "${unknown}"`);
  const form: GuardForm = {
    ...textField(fields, "tool"),
    ...listField(fields, "words"),
    ...listField(fields, "not"),
    ...textField(fields, "path"),
    ...textField(fields, "content"),
    effect: fields.effect === "deny" ? "deny" : "ask",
    ...textField(fields, "instead"),
  };
  if (!form.tool && !form.words && !form.path && !form.content) throw refused("it says nothing that could be checked");
  if (form.words?.[0]?.startsWith("-")) throw refused("its first word must be a program");
  return proposed(form);
}

export const proposed = (form: GuardForm): Guard => ({ ...form, state: "proposed", stops: 0, overruled: 0 });

const fieldNames = new Set(["tool", "words", "not", "path", "content", "effect", "instead"]);

function textField(fields: Readonly<Record<string, unknown>>, name: "tool" | "path" | "content" | "instead") {
  const value = fields[name];
  if (value === undefined) return {};
  if (typeof value !== "string" || value.trim() === "" || value.length > maxLength)
    throw refused(`"${name}" must be a text of 1 to ${maxLength} characters`);
  return { [name]: value.trim() };
}

function listField(fields: Readonly<Record<string, unknown>>, name: "words" | "not") {
  const value = fields[name];
  if (value === undefined) return {};
  const words = Array.isArray(value) ? value.filter((word): word is string => typeof word === "string") : [];
  const isValid = words.length > 0 && words.length <= maxWords && words.every((word) => /^\S{1,100}$/.test(word));
  if (!isValid || words.length !== (value as unknown[]).length)
    throw refused(`"${name}" must be a list of 1 to ${maxWords} words without spaces`);
  return { [name]: words };
}

const refused = (why: string) =>
  new AppError("invalid", `This is not a valid guard: ${why}.`, {
    hint: 'Pass words of a command, a path, or content: {"words":["npm","install|i"],"instead":"pnpm add"}.',
  });

/** "Asks before a command `npm install|i`". */
export function describeGuard({ effect, tool, words, not, path, content }: GuardForm): string {
  const what = [
    ...(words ? [`a command \`${words.join(" ")}\``] : []),
    ...(content ? [`adding \`${content}\` to a file`] : []),
    ...(path ? [`${words || content ? "in" : "a change of"} \`${path}\``] : []),
    ...(tool ? [`${words || content || path ? "with" : "a call of"} the tool \`${tool}\``] : []),
  ].join(" ");
  return `${effect === "deny" ? "Stops" : "Asks before"} ${what}${not ? `, unless \`${not.join("`, `")}\`` : ""}`;
}
