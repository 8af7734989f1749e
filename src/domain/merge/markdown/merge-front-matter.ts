import { splitLines } from "../diff/lines.js";
import { isNewerWins, newest } from "../json/newest-time.js";
import type { Chunk } from "../text/chunks.js";
import { mergeLines } from "../text/merge-lines.js";
import { mergeOrder, mergeSets } from "../text/merge-order.js";
import { threeWay } from "../text/three-way.js";

type Entries = ReadonlyMap<string, string>;

const keyLine = /^("[^"]*"|'[^']*'|[^\s#:'"[\]{}-][^:]*):(?:\s|$)/;

/** Merges YAML front matter by its top-level keys, each with the comments above it and the lines below it. */
export function mergeFrontMatter(base: string, ours: string, theirs: string): readonly Chunk[] {
  const simple = threeWay(base, ours, theirs);
  if (simple !== undefined) return [settled(simple.value)];
  const [b, o, t] = [readEntries(base), readEntries(ours), readEntries(theirs)];
  if (b === undefined || o === undefined || t === undefined) {
    return mergeLines(splitLines(base), splitLines(ours), splitLines(theirs));
  }
  const lines = splitLines(ours);
  const keys = mergeOrder([...b.keys()], [...o.keys()], [...t.keys()]);
  return [
    settled(lines[0] ?? ""),
    ...keys.flatMap((key) => mergeEntry(key, b.get(key), o.get(key), t.get(key))),
    settled(lines.at(-1) ?? ""),
  ];
}

function settled(text: string): Chunk {
  return { kind: "stable", agreed: true, lines: splitLines(text) };
}

/** Each key with its lines; nothing when a key stands twice, because then it identifies nothing. */
function readEntries(text: string): Entries | undefined {
  const entries = new Map<string, string>();
  let [key, above] = ["", ""];
  for (const line of splitLines(text).slice(1, -1)) {
    const found = keyLine.exec(line)?.[1]?.trim();
    if (found !== undefined) {
      if (entries.has(found)) return undefined;
      entries.set(found, above + line);
      [key, above] = [found, ""];
    } else if (/^\s*(?:#|$)/.test(line)) above += line;
    else {
      entries.set(key, (entries.get(key) ?? "") + above + line);
      above = "";
    }
  }
  if (above !== "") entries.set(key, (entries.get(key) ?? "") + above);
  return entries;
}

function mergeEntry(key: string, base?: string, ours?: string, theirs?: string): Chunk[] {
  const simple = threeWay(base, ours, theirs);
  if (simple !== undefined) return simple.value === undefined ? [] : [settled(simple.value)];
  const value = (entry: string) => entry.slice(entry.indexOf(":") + 1).trim();
  if (ours !== undefined && theirs !== undefined) {
    if (isNewerWins(key)) {
      const later = newest(value(ours), value(theirs));
      if (later !== undefined) return [settled(later === value(ours) ? ours : theirs)];
    }
    const list = mergeLists(base ?? "", ours, theirs);
    if (list !== undefined) return [settled(list)];
  }
  return mergeLines(splitLines(base ?? ""), splitLines(ours ?? ""), splitLines(theirs ?? ""));
}

/** Lists of plain words, in brackets or one dash a line, merge as sets. */
function mergeLists(base: string, ours: string, theirs: string): string | undefined {
  const [b, o, t] = [readList(base), readList(ours), readList(theirs)];
  if (o === undefined || t === undefined || o.head !== t.head || (b === undefined && base !== "")) return undefined;
  const [first, second] = t.words.join() < o.words.join() ? [t, o] : [o, t];
  const words = mergeSets(b?.words ?? [], first.words, second.words);
  return o.style === "brackets"
    ? `${o.head} [${words.join(", ")}]\n`
    : `${o.head}\n${words.map((word) => `${o.dash}${word}\n`).join("")}`;
}

interface List {
  readonly style: "brackets" | "dashes";
  readonly head: string;
  readonly dash: string;
  readonly words: readonly string[];
}

function readList(entry: string): List | undefined {
  const brackets = /^([^:\n]+:)[ \t]*\[([^[\]{}"'\n]*)\]\s*$/.exec(entry);
  if (brackets !== null) return list("brackets", brackets[1] ?? "", "", (brackets[2] ?? "").split(","));
  const dashes = /^([^:\n]+:)[ \t]*\n((?:[ \t]*- [^:\n]*\n)+)$/.exec(entry);
  if (dashes === null) return undefined;
  const dash = /^[ \t]*- /.exec(dashes[2] ?? "")?.[0] ?? "- ";
  return list(
    "dashes",
    dashes[1] ?? "",
    dash,
    (dashes[2] ?? "").split("\n").map((line) => line.replace(/^[ \t]*- /, "")),
  );
}

function list(style: List["style"], head: string, dash: string, words: readonly string[]): List {
  return { style, head, dash, words: [...new Set(words.map((word) => word.trim()).filter((word) => word !== ""))] };
}
