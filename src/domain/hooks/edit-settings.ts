import { type JsonNode, readJsonRanges } from "./json-ranges.js";

/** Text put into a settings file, and where it stands. */
export interface Insertion {
  readonly text: string;
  /** What was added: taking exactly this out gives the file back as it was. */
  readonly inserted: string;
}

/** Puts `entry` at the end of the list at `path`, making what is missing on the way. Everything else keeps its bytes. */
export function insertEntry(text: string, path: readonly string[], entry: unknown): Insertion | undefined {
  const source = text.trim() === "" ? "{}\n" : text;
  const root = readJsonRanges(source);
  if (root?.kind !== "object") return undefined;
  const found = descend(root, path);
  const depth = path.length - found.rest.length;
  const written =
    found.rest.length === 0 ? inList(found.node, entry, depth) : inObject(found.node, found.rest, entry, depth);
  if (written === undefined) return undefined;
  const place = placeIn(source, found.node);
  const inserted = (place.needsComma ? "," : "") + written + (place.isEmpty ? `\n${pad(depth)}` : "");
  return { text: source.slice(0, place.at) + inserted + source.slice(place.at), inserted };
}

/** The file without `inserted`; undefined when it is no longer there as it was put. */
export function removeInserted(text: string, inserted: string): string | undefined {
  const at = text.indexOf(inserted);
  if (inserted === "" || at < 0 || text.indexOf(inserted, at + 1) >= 0) return undefined;
  return text.slice(0, at) + text.slice(at + inserted.length);
}

/** The file without the items of lists whose text `isOurs`, for files that were rewritten since. */
export function removeEntries(text: string, isOurs: (entry: string) => boolean): string {
  const root = readJsonRanges(text);
  const ours = root && findItem(root, (node) => isOurs(text.slice(node.from, node.to)));
  if (!ours) return text;
  return removeEntries(text.slice(0, ours.from) + text.slice(ours.to), isOurs);
}

function descend(node: JsonNode, [name, ...rest]: readonly string[]): { node: JsonNode; rest: readonly string[] } {
  const next = name === undefined ? undefined : node.members.find((one) => one.name === name)?.value;
  if (next) return descend(next, rest);
  return { node, rest: name === undefined ? [] : [name, ...rest] };
}

const pad = (depth: number) => "  ".repeat(depth);

const inList = (node: JsonNode, entry: unknown, depth: number): string | undefined =>
  node.kind === "array" ? `\n${pad(depth + 1)}${indented(entry, depth + 1)}` : undefined;

function inObject(
  node: JsonNode,
  [name = "", ...rest]: readonly string[],
  entry: unknown,
  depth: number,
): string | undefined {
  if (node.kind !== "object") return undefined;
  const value = rest.reduceRight<unknown>((inner, one) => ({ [one]: inner }), [entry]);
  return `\n${pad(depth + 1)}${JSON.stringify(name)}: ${indented(value, depth + 1)}`;
}

const indented = (value: unknown, depth: number) => JSON.stringify(value, null, 2).replaceAll("\n", `\n${pad(depth)}`);

/** Behind the last member or item, before whatever stands between it and the closing bracket. */
function placeIn(text: string, node: JsonNode): { at: number; needsComma: boolean; isEmpty: boolean } {
  const last = node.kind === "array" ? node.items.at(-1) : node.members.at(-1)?.value;
  if (!last)
    return { at: node.from + 1, needsComma: false, isEmpty: !text.slice(node.from + 1, node.to - 1).includes("\n") };
  const comma = /^(?:\s|\/\/[^\n]*\n|\/\*[\s\S]*?\*\/)*,/.exec(text.slice(last.to, node.to - 1))?.[0];
  return comma
    ? { at: last.to + comma.length, needsComma: false, isEmpty: false }
    : { at: last.to, needsComma: true, isEmpty: false };
}

/** The outermost item that fits, with the comma that belongs to it. */
function findItem(node: JsonNode, fits: (node: JsonNode) => boolean): { from: number; to: number } | undefined {
  const i = node.items.findIndex(fits);
  const item = node.items[i];
  if (item) return withComma(item, node.items[i - 1], node.items[i + 1]);
  for (const child of [...node.items, ...node.members.map(({ value }) => value)]) {
    const inside = findItem(child, fits);
    if (inside) return inside;
  }
  return undefined;
}

function withComma(item: JsonNode, before: JsonNode | undefined, after: JsonNode | undefined) {
  if (before) return { from: before.to, to: item.to };
  return { from: item.from, to: after?.from ?? item.to };
}
