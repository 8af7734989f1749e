import { splitLines } from "../diff/lines.js";
import { isUpdateTimeField, laterTime } from "../json/newest-time.js";
import { agreedChunk, type Chunk, mergeLines } from "../text/merge-lines.js";
import { mergeOrder, mergeSets } from "../text/merge-order.js";
import { threeWay } from "../text/three-way.js";

type Entries = ReadonlyMap<string, string>;

const keyLine = /^("[^"]*"|'[^']*'|[^\s#:'"[\]{}-][^:]*):(?:\s|$)/;

/** Merges YAML front matter by its top-level keys, each with the comments above it and the lines below it. */
export function mergeFrontMatter(base: string, ours: string, theirs: string): readonly Chunk[] {
  const simple = threeWay(base, ours, theirs);
  if (simple !== undefined) return [stableChunk(simple.value)];
  const [b, o, t] = [readEntries(base), readEntries(ours), readEntries(theirs)];
  if (b === undefined || o === undefined || t === undefined) {
    return mergeLines(splitLines(base), splitLines(ours), splitLines(theirs));
  }
  const lines = splitLines(ours);
  const keys = mergeOrder([...b.keys()], [...o.keys()], [...t.keys()]);
  return [
    stableChunk(lines[0] ?? ""),
    ...keys.flatMap((key) => mergeEntry(key, b.get(key), o.get(key), t.get(key))),
    stableChunk(lines.at(-1) ?? ""),
  ];
}

const stableChunk = (text: string): Chunk => agreedChunk(splitLines(text));

/** Each key with its lines; undefined if a key is repeated and so does not identify an entry. */
function readEntries(text: string): Entries | undefined {
  const entries = new Map<string, string>();
  let [key, pendingLines] = ["", ""];
  for (const line of splitLines(text).slice(1, -1)) {
    const keyName = keyLine.exec(line)?.[1]?.trim();
    if (keyName !== undefined) {
      if (entries.has(keyName)) return undefined;
      entries.set(keyName, pendingLines + line);
      [key, pendingLines] = [keyName, ""];
    } else if (/^\s*(?:#|$)/.test(line)) pendingLines += line;
    else {
      entries.set(key, (entries.get(key) ?? "") + pendingLines + line);
      pendingLines = "";
    }
  }
  if (pendingLines !== "") entries.set(key, (entries.get(key) ?? "") + pendingLines);
  return entries;
}

function mergeEntry(key: string, base?: string, ours?: string, theirs?: string): Chunk[] {
  const simple = threeWay(base, ours, theirs);
  if (simple !== undefined) return simple.value === undefined ? [] : [stableChunk(simple.value)];
  const value = (entry: string) => entry.slice(entry.indexOf(":") + 1).trim();
  if (ours !== undefined && theirs !== undefined) {
    if (isUpdateTimeField(key)) {
      const laterValue = laterTime(value(ours), value(theirs));
      if (laterValue !== undefined) return [stableChunk(laterValue === value(ours) ? ours : theirs)];
    }
    const list = mergeLists(base ?? "", ours, theirs);
    if (list !== undefined) return [stableChunk(list)];
  }
  return mergeLines(splitLines(base ?? ""), splitLines(ours ?? ""), splitLines(theirs ?? ""));
}

/** Lists of plain words, in brackets or one dash a line, merge as sets. */
function mergeLists(base: string, ours: string, theirs: string): string | undefined {
  const [b, o, t] = [readList(base), readList(ours), readList(theirs)];
  if (o === undefined || t === undefined || o.head !== t.head || (b === undefined && base !== "")) return undefined;
  const [first, second] = t.words.join() < o.words.join() ? [t, o] : [o, t];
  const words = mergeSets(b?.words ?? [], first.words, second.words);
  if (o.dash === "") return `${o.head} [${words.join(", ")}]\n`;
  return `${o.head}\n${words.map((word) => `${o.dash}${word}\n`).join("")}`;
}

interface List {
  readonly head: string;
  /** What is before each word; empty for a list in brackets. */
  readonly dash: string;
  readonly words: readonly string[];
}

function readList(entry: string): List | undefined {
  const [, head, inBrackets = ""] = /^([^:\n]+:)[ \t]*\[([^[\]{}"'\n]*)\]\s*$/.exec(entry) ?? [];
  if (head !== undefined) return { head, dash: "", words: distinct(inBrackets.split(",")) };
  const [, headLine, rows = ""] = /^([^:\n]+:)[ \t]*\n((?:[ \t]*- [^:\n]*\n)+)$/.exec(entry) ?? [];
  if (headLine === undefined) return undefined;
  const dash = /^[ \t]*- /.exec(rows)?.[0] ?? "- ";
  return { head: headLine, dash, words: distinct(rows.split("\n").map((line) => line.replace(/^[ \t]*- /, ""))) };
}

const distinct = (words: readonly string[]): string[] =>
  [...new Set(words.map((word) => word.trim()))].filter((word) => word !== "");
