import { type ConflictReason, reasonOf } from "../merge-result.js";
import { mergeLines, stableLines } from "../text/merge-lines.js";
import { mergeOrder, mergeSets } from "../text/merge-order.js";
import { type Sides, threeWay } from "../text/three-way.js";
import { type JsonField, type JsonValue, jsonIdentity } from "./json-tree.js";
import { isUpdateTimeField, laterTime } from "./newest-time.js";

type Value = JsonValue | undefined;

type Values = Sides<Value>;

export interface JsonConflict extends Values {
  /** The path of the value. */
  readonly section: string;
  readonly reason: ConflictReason;
}

/** The merged value with its conflicts resolved for either side; equal values without conflicts. */
type ResolvedValue = Omit<Values, "base">;
type Report = (conflict: JsonConflict) => void;

/** Merges three JSON values field by field. An undefined value is missing or was deleted. */
export function mergeJsonValues(sides: Values, report: Report, path = ""): ResolvedValue {
  const { base, ours, theirs } = sides;
  const simple = threeWay(identity(base), identity(ours), identity(theirs));
  if (simple !== undefined) return sameForBoth(simple.value === identity(ours) ? ours : theirs);
  const field = /[^.[\]]*$/.exec(path)?.[0] ?? "";
  const merged = mergeObjects(sides, report, path) ?? mergeArrays(sides, report, path) ?? mergeUpdateTime(field, sides);
  if (merged !== undefined) return merged;
  const reason = reasonOf(base !== undefined, ours !== undefined, theirs !== undefined);
  report({ section: path === "" ? "document" : path, reason, ...sides });
  return { ours, theirs };
}

const identity = (value: Value): string | undefined => (value === undefined ? undefined : jsonIdentity(value));

const sameForBoth = (value: Value): ResolvedValue => ({ ours: value, theirs: value });

function mergeUpdateTime(field: string, { ours, theirs }: Values): ResolvedValue | undefined {
  if (ours?.kind !== "scalar" || theirs?.kind !== "scalar" || !isUpdateTimeField(field)) return undefined;
  const raw = laterTime(ours.raw, theirs.raw);
  return raw === undefined ? undefined : sameForBoth({ kind: "scalar", raw });
}

function mergeObjects({ base, ours, theirs }: Values, report: Report, path: string): ResolvedValue | undefined {
  if (ours?.kind !== "object" || theirs?.kind !== "object") return undefined;
  const before = base?.kind === "object" ? base.fields : new Map<string, JsonField>();
  const [left, right] = [new Map<string, JsonField>(), new Map<string, JsonField>()];
  for (const key of mergeOrder([...before.keys()], [...ours.fields.keys()], [...theirs.fields.keys()])) {
    const [b, o, t] = [before.get(key), ours.fields.get(key), theirs.fields.get(key)];
    const name = (o ?? t ?? b)?.name ?? JSON.stringify(key);
    const sides = { base: b?.value, ours: o?.value, theirs: t?.value };
    const merged = mergeJsonValues(sides, report, path === "" ? key : `${path}.${key}`);
    if (merged.ours !== undefined) left.set(key, { name, value: merged.ours });
    if (merged.theirs !== undefined) right.set(key, { name, value: merged.theirs });
  }
  return { ours: { kind: "object", fields: left }, theirs: { kind: "object", fields: right } };
}

type Items = readonly JsonValue[];

function mergeArrays({ base, ours, theirs }: Values, report: Report, path: string): ResolvedValue | undefined {
  if (ours?.kind !== "array" || theirs?.kind !== "array") return undefined;
  const lists = [base?.kind === "array" ? base.items : [], ours.items, theirs.items] as const;
  return mergeScalars(...lists) ?? mergeRecords(lists, report, path) ?? mergeSequences(...lists);
}

/** Arrays of unique scalars are merged as ordered sets. */
function mergeScalars(base: Items, ours: Items, theirs: Items): ResolvedValue | undefined {
  const lists = [base, ours, theirs];
  const values = new Map(lists.flat().map((item) => [jsonIdentity(item), item]));
  const [b, o, t] = lists.map((list) => list.map(jsonIdentity));
  if (!b || !o || !t || !lists.flat().every(({ kind }) => kind === "scalar") || ![b, o, t].every(isUnique))
    return undefined;
  const items = mergeSets(b, o, t).flatMap((key) => values.get(key) ?? []);
  return sameForBoth({ kind: "array", items });
}

const isUnique = (keys: readonly string[]): boolean => new Set(keys).size === keys.length;

const identityFields = ["id", "key", "name"];

/** Arrays of records merge record by record if one field identifies every record. */
function mergeRecords(lists: readonly [Items, Items, Items], report: Report, path: string): ResolvedValue | undefined {
  const field = identityFields.find((name) => lists.every((list) => identifiesEach(name, list)));
  if (field === undefined) return undefined;
  const [b, o, t] = lists.map((list) => new Map(list.map((item) => [nameOf(item, field) ?? "", item])));
  if (!b || !o || !t) return undefined;
  const merged = mergeOrder([...b.keys()], [...o.keys()], [...t.keys()]).map((key) => {
    const sides = { base: b.get(key), ours: o.get(key), theirs: t.get(key) };
    return mergeJsonValues(sides, report, `${path}[${field}=${key}]`);
  });
  return {
    ours: { kind: "array", items: merged.flatMap(({ ours }) => ours ?? []) },
    theirs: { kind: "array", items: merged.flatMap(({ theirs }) => theirs ?? []) },
  };
}

function identifiesEach(field: string, list: Items): boolean {
  const names = list.map((item) => nameOf(item, field));
  return !names.includes(undefined) && new Set(names).size === names.length;
}

function nameOf(item: JsonValue, field: string): string | undefined {
  const value = item.kind === "object" ? item.fields.get(field)?.value : undefined;
  return value?.kind === "scalar" && value.raw !== "null" ? String(JSON.parse(value.raw)) : undefined;
}

/** Other arrays merge like lines. */
function mergeSequences(base: Items, ours: Items, theirs: Items): ResolvedValue | undefined {
  const values = new Map([...base, ...ours, ...theirs].map((item) => [jsonIdentity(item), item]));
  const keys = stableLines(mergeLines(base.map(jsonIdentity), ours.map(jsonIdentity), theirs.map(jsonIdentity)));
  return keys && sameForBoth({ kind: "array", items: keys.flatMap((key) => values.get(key) ?? []) });
}
