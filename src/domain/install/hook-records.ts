import { sha256 } from "../../base/sha256.js";
import type { InstallItem } from "./install-item.js";
import { type JournalEntry, withEntries } from "./journal.js";
import { isBlank } from "./remove-items.js";
import { type Splice, undoSplices } from "./text/splice.js";

/** How `hooks enable` recorded a hook before it used the journal: the text that it inserted. */
export interface HookRecord {
  readonly agent: string;
  readonly event: string;
  readonly file: string;
  readonly inserted: string;
  /** Whether the file was created for it. */
  readonly created: boolean;
}

export function readHookRecords(text: string | undefined): HookRecord[] {
  try {
    const records: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(records) ? records : [];
  } catch {
    return [];
  }
}

/** The journal's entries with the records as entries. `texts` are the files as they are now. */
export function adoptHookRecords(
  entries: readonly JournalEntry[],
  records: readonly HookRecord[],
  texts: ReadonlyMap<string, string | undefined>,
  itemOf: (record: HookRecord) => InstallItem | undefined,
): JournalEntry[] {
  const files = [...new Set(records.map(({ file }) => file))];
  const adopted = files.flatMap((file) => {
    const [entry, current] = [entries.find((one) => one.file === file), texts.get(file)];
    const matching = records.filter((one) => one.file === file);
    return current === undefined
      ? []
      : (adopt(
          entry,
          matching,
          current,
          matching.flatMap((one) => itemOf(one) ?? []),
        ) ?? []);
  });
  return withEntries(entries, adopted);
}

function adopt(
  entry: JournalEntry | undefined,
  records: readonly HookRecord[],
  current: string,
  items: readonly InstallItem[],
): JournalEntry | undefined {
  // An entry of a file that has changed since removes its items by name, and these hooks with them.
  if (entry && entry.after !== sha256(current)) return undefined;
  const undo = undoInsertions(undoSplices(current, entry?.splices ?? []), records);
  if (entry && !undo) return undefined;
  const isCreated = records.some(({ created }) => created);
  const newItems = items.filter((item) => !entry?.parts.some((part) => isSamePath(part, item)));
  return {
    file: records[0]?.file ?? "",
    hosts: [...new Set([...(entry?.hosts ?? []), ...records.map(({ agent }) => agent)])],
    before: isCreated && isBlank(undo?.original ?? "") ? null : sha256(undo?.original ?? ""),
    after: undo ? sha256(current) : "",
    splices: [...(undo?.splices ?? []), ...(entry?.splices ?? [])],
    parts: [
      ...(entry?.parts ?? []),
      ...newItems.map((item) => ({ ...item, known: isCreated ? 0 : pathOf(item).length })),
    ],
  };
}

const pathOf = (item: InstallItem) => ("path" in item ? item.path : []);
const isSamePath = (a: InstallItem, b: InstallItem) => pathOf(a).join("\0") === pathOf(b).join("\0");

/** Undoes the last insertion first, because later ones may be within earlier ones. Undefined if one was changed. */
function undoInsertions(text: string, records: readonly HookRecord[]) {
  const splices: Splice[] = [];
  let original = text;
  for (const { inserted } of records.toReversed()) {
    const at = original.indexOf(inserted);
    if (inserted === "" || at < 0 || original.indexOf(inserted, at + 1) >= 0) return undefined;
    original = original.slice(0, at) + original.slice(at + inserted.length);
    splices.unshift({ at, removed: "", inserted });
  }
  // A person may have put settings before ours: cutting would leave a comma that plain JSON forbids.
  if (isPlainJson(text) && !isPlainJson(original)) return undefined;
  if (!records.some(({ created }) => created) || !isBlank(original)) return { original, splices };
  // The file was created with an empty object, and is removed with it.
  return { original: "", splices: [{ at: 0, removed: "", inserted: original }, ...splices] };
}

function isPlainJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
