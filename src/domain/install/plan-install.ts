import { ConfigSyntaxError } from "../formats/config-syntax-error.js";
import { type AppliedItem, applyItem } from "./apply-items.js";
import type { InstallItem } from "./install-item.js";
import { type JournalEntry, originalOf, removeItems } from "./journal.js";
import { type Splice, startEditing } from "./text/splice.js";

/** The planned change of one file. */
export interface FilePlan {
  readonly file: string;
  readonly hosts: readonly string[];
  /** The current text; undefined if there is no file. */
  readonly current: string | undefined;
  /** The text without our items. */
  readonly original: string | undefined;
  readonly next: string | undefined;
  readonly splices: readonly Splice[];
  readonly items: readonly AppliedItem[];
  /** Why the file is not changed. */
  readonly refused?: string;
}

/** What is in a file, or why it cannot be read. */
export type FileText = Pick<FilePlan, "current" | "refused">;
type FileFacts = FileText & Pick<FilePlan, "file" | "hosts">;

export interface HostItem {
  readonly host: string;
  readonly item: InstallItem;
}

/** Plans every file that has items. */
export function planInstall(
  hostItems: readonly HostItem[],
  texts: ReadonlyMap<string, FileText>,
  entries: readonly JournalEntry[],
): FilePlan[] {
  const files = [...new Set(hostItems.map(({ item }) => item.file))];
  return files.map((file) => {
    const matching = hostItems.filter(({ item }) => item.file === file);
    const entry = entries.find((one) => one.file === file);
    const hosts = [...new Set([...(entry?.hosts ?? []), ...matching.map(({ host }) => host)])];
    const facts = { current: undefined, ...texts.get(file), file, hosts };
    return planFile(facts, uniqueItems(matching.map(({ item }) => item)), entry);
  });
}

/** Plans a file with hooks of a host added to, or removed from, our items in it. */
export function planHooks(
  { host, ...file }: Omit<FileFacts, "hosts"> & { readonly host: string },
  hooks: readonly InstallItem[],
  entry: JournalEntry | undefined,
  enabled: boolean,
): FilePlan {
  const installedItems = (entry?.parts ?? []).map(({ previous: _, known: __, ...item }): InstallItem => item);
  if (enabled) {
    const hosts = [...new Set([...(entry?.hosts ?? []), host])];
    return planFile({ ...file, hosts }, uniqueItems([...installedItems, ...hooks]), entry);
  }
  const removed = new Set(hooks.map(keyOf));
  const remaining = installedItems.filter((item) => !removed.has(keyOf(item)) && !isCompanion(item));
  const companions = remaining.length > 0 ? installedItems.filter(isCompanion) : [];
  const hosts = remaining.length > 0 ? (entry?.hosts ?? []) : [];
  return planFile({ ...file, hosts }, [...companions, ...remaining], entry, hooks);
}

/** Settings that hooks need in their file; they are removed with the last hook. */
const isCompanion = (item: InstallItem) => item.kind === "value" && item.ifMissing === true;

const keyOf = (item: InstallItem) => ("path" in item ? JSON.stringify(item.path) : item.kind);

/** Hosts that share a skills folder need the same file. */
const uniqueItems = (items: readonly InstallItem[]): InstallItem[] => [
  ...new Map(items.map((item) => [keyOf(item), item])).values(),
];

/** `removedItems` are hooks that must not be in the file, even if it had them before the installation. */
function planFile(
  facts: FileFacts,
  requested: readonly InstallItem[],
  entry: JournalEntry | undefined,
  removedItems: readonly InstallItem[] = [],
): FilePlan {
  try {
    const original = withoutHooks(originalOf(facts.current, entry), removedItems);
    let edited = startEditing(original ?? "");
    const items = requested.map((item) => {
      const result = applyItem(edited, item);
      edited = result.edited;
      return result.applied;
    });
    const next = requested.length > 0 ? edited.text : original;
    const isRefused = facts.refused !== undefined;
    return { ...facts, original, next: isRefused ? facts.current : next, splices: edited.splices, items };
  } catch (error) {
    // A file that is not valid in its format is not changed.
    if (!(error instanceof ConfigSyntaxError)) throw error;
    const format = facts.file.endsWith(".toml") ? "TOML" : "JSON";
    return { ...unchanged(facts), refused: `cannot be read as ${format}: ${error.message}` };
  }
}

const unchanged = (facts: FileFacts): FilePlan => ({
  ...facts,
  original: facts.current,
  next: facts.current,
  splices: [],
  items: [],
});

function withoutHooks(text: string | undefined, removedItems: readonly InstallItem[]): string | undefined {
  if (text === undefined || removedItems.some(({ kind }) => kind === "file")) return undefined;
  const hooks = removedItems.flatMap((item) => (item.kind === "item" ? [{ ...item, known: item.path.length }] : []));
  return removeItems(text, hooks);
}

/** Plans the removal of every journal entry that no other host still needs. */
export function planUninstall(
  entries: readonly JournalEntry[],
  texts: ReadonlyMap<string, FileText>,
  hosts: readonly string[],
): FilePlan[] {
  return entries
    .filter((entry) => entry.hosts.some((host) => hosts.includes(host)))
    .map((entry) => {
      const remaining = entry.hosts.filter((host) => !hosts.includes(host));
      const facts = { current: undefined, ...texts.get(entry.file), file: entry.file, hosts: remaining };
      return remaining.length > 0 ? unchanged(facts) : planFile(facts, [], entry);
    });
}
