import { valueInJson } from "../formats/parse-jsonc.js";
import { type AppliedPart, leavesOf, setValue, valueAt } from "./apply-parts.js";
import { ourHookIndexes } from "./our-hook.js";
import { removeJsonc } from "./text/edit-jsonc.js";
import { removeToml } from "./text/edit-toml.js";
import { type Edited, unedited } from "./text/splice.js";

type Format = "json" | "toml";

/** Takes our parts out of a text that a person has changed since, and leaves what is theirs. */
export function removeParts(text: string, parts: readonly AppliedPart[]): string {
  return parts.reduceRight(removePart, unedited(text)).text;
}

function removePart(edited: Edited, part: AppliedPart): Edited {
  if (part.kind === "file") return edited;
  if (part.kind === "item") return prune(removeItems(edited, part.path), "json", part);
  const { format, path, value, previous } = part;
  if (previous === undefined) return prune(removeAt(edited, format, path), format, part);
  if (part.ifMissing) return edited;
  return leavesOf(value).reduce((now, [below]) => {
    const before = below.reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], previous);
    const at = [...path, ...below];
    return before === undefined ? removeAt(now, format, at) : setValue(now, format, at, before);
  }, edited);
}

const removeAt = (edited: Edited, format: Format, path: readonly string[]): Edited =>
  format === "json" ? removeJsonc(edited, path) : removeToml(edited, path);

function removeItems(edited: Edited, path: readonly string[]): Edited {
  const indexes = ourHookIndexes(valueInJson(edited.text, path));
  return indexes.reduceRight((now, index) => removeJsonc(now, [...path, index]), edited);
}

/** Objects and lists that were made for a part go with it when nothing else has come into them. */
function prune(edited: Edited, format: Format, { path, known }: { path: readonly string[]; known: number }): Edited {
  let now = edited;
  for (let length = path.length; length > known; length--) {
    const value = valueAt(now.text, format, path.slice(0, length));
    const isEmpty = typeof value === "object" && value !== null && Object.keys(value).length === 0;
    if (isEmpty) now = removeAt(now, format, path.slice(0, length));
  }
  return now;
}

/** Whether nothing is left in a settings file but what every such file has. */
export const isBlank = (text: string): boolean => /^\ufeff?\s*(?:\{\s*\})?\s*$/.test(text);
