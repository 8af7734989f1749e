import { AppError } from "../../base/errors.js";
import { parseJson } from "../../base/json.js";
import { sha256 } from "../../base/sha256.js";
import { valueInJson } from "../formats/parse-jsonc.js";
import { type AppliedItem, leavesOf, removeSection, setValue, valueAt } from "./apply-items.js";
import { ourHookPaths } from "./our-hook.js";
import { removeJsonc } from "./text/edit-jsonc.js";
import { removeToml } from "./text/edit-toml.js";
import { type EditedText, type Splice, startEditing, undoSplices } from "./text/splice.js";

/** The undo record of one file: enough to restore its bytes, or to remove our items when it has changed since. */
export interface JournalEntry {
  readonly file: string;
  /** Ids of the hosts that need it. */
  readonly hosts: readonly string[];
  /** Hash of the text before, null when there was no file. */
  readonly before: string | null;
  readonly after: string;
  readonly splices: readonly Splice[];
  /** Our items in the file. */
  readonly parts: readonly AppliedItem[];
}

export interface Journal {
  readonly version: 1;
  readonly entries: readonly JournalEntry[];
  /** Folders that were created for the files. */
  readonly folders: readonly string[];
}

export function readJournal(text: string | undefined, file: string): Journal {
  if (text === undefined) return { version: 1, entries: [], folders: [] };
  const journal = parseJson(text) as Journal | undefined;
  if (journal?.version === 1 && Array.isArray(journal.entries)) return journal;
  throw new AppError("conflict", `${file} is damaged, so the changes to agents' settings are unknown.`, {
    hint: "Remove the entries named throughline by hand, then remove the file.",
  });
}

export const withEntries = (entries: readonly JournalEntry[], changed: readonly JournalEntry[]): JournalEntry[] => [
  ...entries.filter(({ file }) => !changed.some((one) => one.file === file)),
  ...changed,
];

/** The text without our items: the original bytes if the file did not change since, else the file with our items removed. */
export function originalOf(current: string | undefined, entry: JournalEntry | undefined): string | undefined {
  if (!entry || current === undefined || sha256(current) === entry.before) return current;
  if (sha256(current) === entry.after) {
    const text = undoSplices(current, entry.splices);
    return entry.before === null && text === "" ? undefined : text;
  }
  const text = removeItems(current, entry.parts);
  return entry.before === null && isBlank(text) ? undefined : text;
}

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
function prune(edited: EditedText, format: Format, { path, known }: { path: readonly string[]; known: number }) {
  let result = edited;
  for (let length = path.length; length > known; length--) {
    const value = valueAt(result.text, format, path.slice(0, length));
    const isEmpty = typeof value === "object" && value !== null && Object.keys(value).length === 0;
    if (isEmpty) result = removeAt(result, format, path.slice(0, length));
  }
  return result;
}

/** True if a settings file holds at most an empty object. */
const isBlank = (text: string): boolean => /^\ufeff?\s*(?:\{\s*\})?\s*$/.test(text);
