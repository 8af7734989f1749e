import { AppError } from "../../base/errors.js";
import { parseJson } from "../../base/json.js";
import { sha256 } from "../../base/sha256.js";
import type { AppliedItem } from "./apply-items.js";
import { isBlank, removeItems } from "./remove-items.js";
import { type Splice, undoSplices } from "./text/splice.js";

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
