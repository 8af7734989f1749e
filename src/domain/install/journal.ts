import { createHash } from "node:crypto";
import { AppError } from "../../base/errors.js";
import type { AppliedPart } from "./apply-parts.js";
import { isBlank, removeParts } from "./remove-parts.js";
import { type Splice, undoSplices } from "./text/splice.js";

/** What was done to one file: enough to give back its bytes, or to take our parts out of it when it changed since. */
export interface JournalEntry {
  readonly file: string;
  /** Ids of the hosts that need it. */
  readonly hosts: readonly string[];
  /** Hash of the text before, null when there was no file. */
  readonly before: string | null;
  readonly after: string;
  readonly splices: readonly Splice[];
  readonly parts: readonly AppliedPart[];
}

export interface Journal {
  readonly version: 1;
  readonly entries: readonly JournalEntry[];
  /** Folders that were made for the files. */
  readonly folders: readonly string[];
}

export const emptyJournal: Journal = { version: 1, entries: [], folders: [] };

export const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex");

export function readJournal(text: string | undefined, file: string): Journal {
  if (text === undefined) return emptyJournal;
  try {
    const journal = JSON.parse(text) as Journal;
    if (journal.version === 1 && Array.isArray(journal.entries)) return journal;
  } catch {}
  throw new AppError("conflict", `${file} is damaged, so what was changed in agents' settings is not known.`, {
    hint: "Take the entries named throughline out by hand, then remove the file.",
  });
}

/** The text without us: the very bytes from before where the file did not change, otherwise the file without our parts. */
export function originalOf(current: string | undefined, entry: JournalEntry | undefined): string | undefined {
  if (!entry || current === undefined || hashOf(current) === entry.before) return current;
  if (hashOf(current) === entry.after) {
    const text = undoSplices(current, entry.splices);
    return entry.before === null && text === "" ? undefined : text;
  }
  const text = removeParts(current, entry.parts);
  return entry.before === null && isBlank(text) ? undefined : text;
}
