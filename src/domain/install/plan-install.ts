import { ConfigSyntaxError } from "../formats/config-syntax-error.js";
import { type AppliedItem, applyItem } from "./apply-items.js";
import type { InstallItem } from "./install-item.js";
import { type JournalEntry, originalOf } from "./journal.js";
import { removeItems } from "./remove-items.js";
import { type Splice, unedited } from "./text/splice.js";

/** What is to happen to one file. */
export interface FilePlan {
  readonly file: string;
  readonly hosts: readonly string[];
  /** The text as it is; undefined for no file. */
  readonly current: string | undefined;
  /** The text without us. */
  readonly original: string | undefined;
  readonly next: string | undefined;
  readonly splices: readonly Splice[];
  readonly items: readonly AppliedItem[];
  /** Why the file stays as it is. */
  readonly refused?: string;
}

type FileFacts = Pick<FilePlan, "file" | "hosts" | "current">;

export interface WantedItem {
  readonly host: string;
  readonly item: InstallItem;
}

/** Every file that the items belong into, as it is and as it will be. */
export function planInstall(
  wanted: readonly WantedItem[],
  texts: ReadonlyMap<string, string | undefined>,
  entries: readonly JournalEntry[],
): FilePlan[] {
  const files = [...new Set(wanted.map(({ item }) => item.file))];
  return files.map((file) => {
    const here = wanted.filter(({ item }) => item.file === file);
    const entry = entries.find((one) => one.file === file);
    const hosts = [...new Set([...(entry?.hosts ?? []), ...here.map(({ host }) => host)])];
    const facts = { file, hosts, current: texts.get(file) };
    return planFile(facts, uniqueItems(here.map(({ item }) => item)), entry);
  });
}

/** The file with hooks of a host added to, or removed from, what is ours in it. */
export function planHooks(
  { file, host, current }: { file: string; host: string; current: string | undefined },
  hooks: readonly InstallItem[],
  entry: JournalEntry | undefined,
  enabled: boolean,
): FilePlan {
  const present = (entry?.parts ?? []).map(({ previous: _, known: __, ...item }): InstallItem => item);
  if (enabled) {
    const hosts = [...new Set([...(entry?.hosts ?? []), host])];
    return planFile({ file, hosts, current }, uniqueItems([...present, ...hooks]), entry);
  }
  const removed = new Set(hooks.map(placeOf));
  const left = present.filter((item) => !removed.has(placeOf(item)) && !isCompanion(item));
  const companions = left.length > 0 ? present.filter(isCompanion) : [];
  const hosts = left.length > 0 ? (entry?.hosts ?? []) : [];
  return planFile({ file, hosts, current }, [...companions, ...left], entry, hooks);
}

/** Settings that a file of hooks must have besides are there for the hooks alone. */
const isCompanion = (item: InstallItem) => item.kind === "value" && item.ifMissing === true;

const placeOf = (item: InstallItem) => (item.kind === "file" ? "file" : JSON.stringify(item.path));

/** Hosts that share a folder of skills want the same file. */
const uniqueItems = (items: readonly InstallItem[]): InstallItem[] => [
  ...new Map(items.map((item) => [placeOf(item), item])).values(),
];

/** `gone` are hooks that must not be in the file, even if it had them before us. */
function planFile(
  facts: FileFacts,
  wanted: readonly InstallItem[],
  entry: JournalEntry | undefined,
  gone: readonly InstallItem[] = [],
): FilePlan {
  try {
    const original = withoutHooks(originalOf(facts.current, entry), gone);
    let edited = unedited(original ?? "");
    const items: AppliedItem[] = [];
    for (const item of wanted) {
      const done = applyItem(edited, item);
      edited = done.edited;
      items.push(done.applied);
    }
    const next = wanted.length > 0 ? edited.text : original;
    return { ...facts, original, next, splices: edited.splices, items };
  } catch (error) {
    return refusal(facts, error);
  }
}

function withoutHooks(text: string | undefined, gone: readonly InstallItem[]): string | undefined {
  if (text === undefined || gone.some(({ kind }) => kind === "file")) return undefined;
  const hooks = gone.flatMap((item) => (item.kind === "item" ? [{ ...item, known: item.path.length }] : []));
  return removeItems(text, hooks);
}

/** A file that is not valid in its format is left alone, with the reason. */
function refusal(facts: FileFacts, error: unknown): FilePlan {
  if (!(error instanceof ConfigSyntaxError)) throw error;
  const refused = `cannot be read as ${facts.file.endsWith(".toml") ? "TOML" : "JSON"}: ${error.message}`;
  return { ...facts, original: facts.current, next: facts.current, splices: [], items: [], refused };
}

/** Every file of the journal as it is and as it was, without those that other hosts still need. */
export function planUninstall(
  entries: readonly JournalEntry[],
  texts: ReadonlyMap<string, string | undefined>,
  hosts: readonly string[],
): FilePlan[] {
  return entries
    .filter((entry) => entry.hosts.some((host) => hosts.includes(host)))
    .map((entry) => {
      const left = entry.hosts.filter((host) => !hosts.includes(host));
      const facts = { file: entry.file, hosts: left, current: texts.get(entry.file) };
      const kept = { ...facts, original: facts.current, next: facts.current, splices: [], items: [] };
      return left.length > 0 ? kept : planFile(facts, [], entry);
    });
}
