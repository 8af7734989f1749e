import { laterOf } from "../../base/days.js";
import { sha256 } from "../../base/sha256.js";
import { countEach } from "../../base/text/count-each.js";

/** How the fields of a kind of records are merged. Every field that is not named has its newest value. */
export interface Shape {
  /** Numbers that each machine adds to; a confidence stays between 0 and 1. */
  readonly numbers: readonly string[];
  /** Lists that each machine adds to, with the number of newest items that they keep. */
  readonly sets: Readonly<Record<string, number>>;
}

export type Fields = Readonly<Record<string, unknown>>;

/** How often a machine changed a number, and what it added in all. */
type Count = readonly [changes: number, sum: number];
type Counts = ByName<Count>;

/** What is known of a record beside its fields: enough to merge two versions in any order, however often. */
export interface RecordState {
  /** Deleted for good, whatever other machines do to it. */
  readonly isGone?: true;
  /** Of a deleted one: the record with the same text that has its feedback now. */
  readonly into?: string;
  /** When fields changed last; `""` for those that are not named. */
  readonly times: Readonly<Record<string, string>>;
  /** Of each number what each machine added; `""` has what it began with. */
  readonly counts: Readonly<Record<string, Counts>>;
  /** Keys of items that were removed from lists. */
  readonly removed: readonly string[];
}

/** A record as one machine knows it; a deleted one has no fields. */
export type Version = { readonly state: RecordState; readonly fields?: Fields | undefined };

/** What a machine stores to notice its own changes: hashes, never a text. */
export interface KnownState extends RecordState {
  /** Hashes of fields, and keys of the items of lists. */
  readonly seen: Readonly<Record<string, string | readonly string[]>>;
}

export const goneState = (into?: string): KnownState => {
  const nothing = { times: {}, counts: {}, removed: [], seen: {} };
  return { isGone: true, ...(into ? { into } : {}), ...nothing };
};

const hashOf = (value: unknown): string => sha256(JSON.stringify(value ?? null)).slice(0, 16);
const itemsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
/** Begins with the item's time, if it has one. */
export const itemKey = (item: unknown): string => `${(item as { at?: string }).at ?? ""} ${hashOf(item)}`;
const keysOf = (value: unknown): string[] => itemsOf(value).map(itemKey).sort();
const timeOf = ({ times }: RecordState, name: string): string => times[name] ?? times[""] ?? "";
const isRegister = ({ numbers, sets }: Shape, name: string): boolean => !numbers.includes(name) && !(name in sets);

/** Equal for equal records, whatever the order of their lists that are sets. */
export function digestOf({ sets }: Shape, fields: Fields): string {
  const entryOf = (name: string) => [name, name in sets ? keysOf(fields[name]) : (fields[name] ?? null)];
  return sha256(JSON.stringify(Object.keys(fields).sort().map(entryOf))).slice(0, 32);
}

export function seenIn({ numbers, sets }: Shape, fields: Fields): KnownState["seen"] {
  const names = Object.keys(fields).filter((name) => !numbers.includes(name));
  return Object.fromEntries(names.map((name) => [name, name in sets ? keysOf(fields[name]) : hashOf(fields[name])]));
}

/** The state after what this machine did to a record since; `at` is when the record was last changed. */
export function observe(
  shape: Shape,
  known: KnownState | undefined,
  fields: Fields,
  { machine, at }: { readonly machine: string; readonly at: string },
): KnownState {
  const seen = seenIn(shape, fields);
  if (!known) {
    const counts = shape.numbers.map((name) => [name, { "": [0, Number(fields[name])] as const }]);
    return { times: { "": at }, counts: Object.fromEntries(counts), removed: [], seen };
  }
  const times: Record<string, string> = { ...known.times };
  for (const name of Object.keys(fields).filter((one) => isRegister(shape, one) && seen[one] !== known.seen[one])) {
    const next = justAfter(timeOf(known, name));
    // A vote verifies a candidate: it must not undo that a person rejected it elsewhere in the meantime.
    const isVote = name === "state" && fields[name] === "verified" && known.seen[name] === hashOf("candidate");
    times[name] = isVote ? next : laterOf(at, next);
  }
  const countOf = (name: string) => withChange(known.counts[name], name, Number(fields[name]), machine);
  const removed = Object.entries(shape.sets).flatMap(([name, max]) => removedItems(max, known.seen[name], seen[name]));
  return {
    times,
    counts: Object.fromEntries(shape.numbers.map((name) => [name, countOf(name)])),
    removed: [...new Set([...known.removed, ...removed])].sort(),
    seen,
  };
}

const justAfter = (time: string): string => (time === "" ? "" : new Date(Date.parse(time) + 1).toISOString());
const round = (value: number): number => Math.round(value * 1e9) / 1e9;
const sumOf = (counts: Counts = {}): number => round(Object.values(counts).reduce((sum, [, one]) => sum + one, 0));
const totalOf = (name: string, counts: Counts | undefined): number =>
  name === "confidence" ? Math.min(1, Math.max(0, sumOf(counts))) : sumOf(counts);

function withChange(counts: Counts = {}, name: string, value: number, machine: string): Counts {
  if (value === totalOf(name, counts)) return counts;
  const [changes, sum] = counts[machine] ?? [0, 0];
  return { ...counts, [machine]: [changes + 1, round(sum + value - sumOf(counts))] };
}

/** Not those that only made room for newer ones. */
function removedItems(max: number, before: unknown, now: unknown): string[] {
  const keys = itemsOf(now) as readonly string[];
  const oldest = keys.length >= max ? (keys[0] ?? "") : "";
  return (itemsOf(before) as readonly string[]).filter((key) => !keys.includes(key) && key > oldest);
}

/** What both versions say: the same in any order, however often. */
export function merge(shape: Shape, a: Version, b: Version): Version {
  if (!a.fields || !b.fields) {
    const [into] = [a.state.into ?? "", b.state.into ?? ""].filter(Boolean).sort();
    return { state: goneState(into) };
  }
  const removed = [...new Set([...a.state.removed, ...b.state.removed])].sort();
  const counts = mapUnion(a.state.counts, b.state.counts, (ofA = {}, ofB = {}) => mapUnion(ofA, ofB, laterCount));
  const fields: Record<string, unknown> = {};
  const times: Record<string, string> = {};
  for (const name of new Set([...Object.keys(a.fields), ...Object.keys(b.fields)])) {
    const max = shape.sets[name];
    if (max !== undefined) fields[name] = mergeItems([a.fields[name], b.fields[name]], removed, max);
    else if (shape.numbers.includes(name)) fields[name] = totalOf(name, counts[name]);
    else {
      const newer = newerOf(name, a, b);
      fields[name] = newer.fields?.[name];
      times[name] = timeOf(newer.state, name);
    }
  }
  // Its successor decides, whatever was said about it elsewhere.
  if (fields.supersededBy) fields.state = "superseded";
  return { state: { times: shortTimes(times), counts, removed }, fields };
}

function newerOf(name: string, a: Version, b: Version): Version {
  const rank = ({ state, fields }: Version) =>
    fields?.[name] === undefined ? "" : `${timeOf(state, name)} ${hashOf(fields[name])}`;
  return rank(a) < rank(b) ? b : a;
}

const laterCount = (a: Count = [-1, 0], b: Count = [-1, 0]): Count =>
  a[0] > b[0] || (a[0] === b[0] && a[1] >= b[1]) ? a : b;

type ByName<T> = Readonly<Record<string, T>>;

function mapUnion<T>(a: ByName<T>, b: ByName<T>, merged: (ofA?: T, ofB?: T) => T): ByName<T> {
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])].sort();
  return Object.fromEntries(names.map((name) => [name, merged(a[name], b[name])]));
}

function mergeItems(lists: readonly unknown[], removed: readonly string[], max: number): unknown[] {
  const byKey = new Map(lists.flatMap(itemsOf).map((item) => [itemKey(item), item]));
  const order = (item: unknown) => `${(item as { at?: string }).at ?? ""} ${JSON.stringify(item)}`;
  const items = [...byKey].filter(([key]) => !removed.includes(key)).map(([, item]) => item);
  return items.sort((a, b) => (order(a) < order(b) ? -1 : 1)).slice(-max);
}

/** The most frequent time is that of all fields that are not named. */
function shortTimes(times: Readonly<Record<string, string>>): Record<string, string> {
  const [common = ""] =
    [...countEach(Object.values(times))].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))[0] ?? [];
  const named = Object.entries(times).filter(([, time]) => time !== common);
  return { "": common, ...Object.fromEntries(named.sort(([a], [b]) => (a < b ? -1 : 1))) };
}

/** `kept` with the feedback of another record that says the same. */
export function joinInto(shape: Shape, kept: Version, other: Version, otherId: string): Version {
  const counts = shape.numbers.map((name) => {
    const own = Object.entries(other.state.counts[name] ?? {})
      // Each of the two began with the same confidence.
      .filter(([machine]) => machine !== "" || name !== "confidence")
      .map(([machine, count]) => [machine.includes("/") ? machine : `${machine}/${otherId}`, count]);
    return [name, Object.fromEntries(own)];
  });
  // Its fields are older than any of the kept one, so that only lists and numbers are joined.
  const state = { ...other.state, times: { "": "" }, counts: Object.fromEntries(counts) };
  return merge(shape, kept, { ...other, state });
}
