import { isDeepStrictEqual } from "node:util";
import { valueInJson } from "../formats/parse-jsonc.js";
import { valueInToml } from "../formats/read-toml.js";
import { ourHookIndexes } from "./our-hook.js";
import type { Part } from "./part.js";
import { appendJsonc, removeJsonc, setJsonc } from "./text/edit-jsonc.js";
import { setTomlTable, setTomlValue } from "./text/edit-toml.js";
import { type Edited, splice } from "./text/splice.js";

/** A part that was put into a file, with what is needed to take it out of a file that has changed since. */
export type AppliedPart = Part & {
  /** What stood in its place before. */
  readonly previous?: unknown;
  /** How many names of its path led somewhere before. */
  readonly known: number;
};

/** Puts a part into a text. A part that is there already changes nothing. */
export function applyPart(edited: Edited, part: Part): { edited: Edited; applied: AppliedPart } {
  if (part.kind === "file")
    return { edited: splice(edited, 0, edited.text.length, part.text), applied: { ...part, known: 0 } };
  const format = part.kind === "value" ? part.format : "json";
  const previous = valueAt(edited.text, format, part.path);
  const known = part.path.findIndex((_, i) => valueAt(edited.text, format, part.path.slice(0, i + 1)) === undefined);
  const next = part.kind === "value" ? applyValue(edited, part, previous) : applyItem(edited, part.path, part.value);
  return {
    edited: next,
    applied: { ...part, known: known < 0 ? part.path.length : known, ...(previous === undefined ? {} : { previous }) },
  };
}

export const valueAt = (text: string, format: "json" | "toml", path: readonly string[]): unknown =>
  format === "json" ? valueInJson(text, path) : valueInToml(text, path);

export const setValue = (edited: Edited, format: "json" | "toml", path: readonly string[], value: unknown): Edited =>
  format === "json" ? setJsonc(edited, path, value) : setTomlValue(edited, path, value);

function applyValue(edited: Edited, part: Part & { kind: "value" }, previous: unknown): Edited {
  const { format, path, value, ifMissing } = part;
  if (previous !== undefined && ifMissing) return edited;
  if (previous === undefined && format === "toml") return setTomlTable(edited, path, value as Record<string, unknown>);
  if (previous === undefined || !isFields(previous)) return setValue(edited, format, path, value);
  // An entry that is there keeps what a person added to it: only our own fields are set.
  return leavesOf(value).reduce((now, [below, leaf]) => {
    const at = [...path, ...below];
    return isDeepStrictEqual(plain(valueAt(now.text, format, at)), leaf) ? now : setValue(now, format, at, leaf);
  }, edited);
}

/** Hooks of ours that are there are brought up to date, and doubled ones taken out. */
function applyItem(edited: Edited, path: readonly string[], value: unknown): Edited {
  const list = valueInJson(edited.text, path);
  const [first, ...doubled] = ourHookIndexes(list);
  if (first === undefined) return appendJsonc(edited, path, value);
  const single = doubled.reduceRight((now, index) => removeJsonc(now, [...path, index]), edited);
  const present = plain((list as readonly unknown[])[Number(first)]);
  return isDeepStrictEqual(present, value) ? single : setJsonc(single, [...path, first], value);
}

/** The names and values that a nested value consists of. */
export function leavesOf(value: unknown, path: readonly string[] = []): [readonly string[], unknown][] {
  if (!isFields(value)) return [[path, value]];
  return Object.entries(value).flatMap(([key, below]) => leavesOf(below, [...path, key]));
}

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Values that were read have other prototypes than values that were written. */
const plain = (value: unknown): unknown => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)));
