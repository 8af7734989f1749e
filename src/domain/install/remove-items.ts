import { valueInJson } from "../formats/parse-jsonc.js";
import { type AppliedItem, leavesOf, removeSection, setValue, valueAt } from "./apply-items.js";
import { ourHookPaths } from "./our-hook.js";
import { removeJsonc } from "./text/edit-jsonc.js";
import { removeToml } from "./text/edit-toml.js";
import { type EditedText, startEditing } from "./text/splice.js";

type Format = "json" | "toml";

/** Removes our items from a text that a person has changed since, and leaves the person's changes. */
export function removeItems(text: string, items: readonly AppliedItem[]): string {
  return items.reduceRight(removeItem, startEditing(text)).text;
}

function removeItem(edited: EditedText, item: AppliedItem): EditedText {
  if (item.kind === "file") return edited;
  if (item.kind === "section") return removeSection(edited);
  if (item.kind === "item") return prune(removeHooks(edited, item.path), "json", item);
  const { format, path, value, previous } = item;
  if (previous === undefined) return prune(removeAt(edited, format, path), format, item);
  if (item.ifMissing) return edited;
  return leavesOf(value).reduce((result, [subpath]) => {
    const before = subpath.reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], previous);
    const at = [...path, ...subpath];
    return before === undefined ? removeAt(result, format, at) : setValue(result, format, at, before);
  }, edited);
}

const removeAt = (edited: EditedText, format: Format, path: readonly string[]): EditedText =>
  format === "json" ? removeJsonc(edited, path) : removeToml(edited, path);

function removeHooks(edited: EditedText, path: readonly string[]): EditedText {
  const ours = ourHookPaths(valueInJson(edited.text, path));
  return ours.reduceRight((result, subpath) => removeJsonc(result, [...path, ...subpath]), edited);
}

/** Objects and lists that were created for an item are removed with it once they are empty. */
function prune(
  edited: EditedText,
  format: Format,
  { path, known }: { path: readonly string[]; known: number },
): EditedText {
  let result = edited;
  for (let length = path.length; length > known; length--) {
    const value = valueAt(result.text, format, path.slice(0, length));
    const isEmpty = typeof value === "object" && value !== null && Object.keys(value).length === 0;
    if (isEmpty) result = removeAt(result, format, path.slice(0, length));
  }
  return result;
}

/** True if a settings file holds at most an empty object. */
export const isBlank = (text: string): boolean => /^\ufeff?\s*(?:\{\s*\})?\s*$/.test(text);
