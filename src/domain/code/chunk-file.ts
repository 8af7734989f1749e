import nodes from "../../../data/syntax-nodes.json" with { type: "json" };
import type { SyntaxParser } from "../../engine/syntax-parser.js";
import type { ChunkLocation } from "../../store/code/code-store.js";
import { componentLanguages, readComponent } from "./read-component.js";
import { readSections } from "./read-sections.js";
import { type CodeRegion, fillGaps, keysByWord, readSyntax } from "./read-syntax.js";

/** A self-contained piece of a file: a function, a class, a section. Its key stays the same when lines move. */
interface CodeChunk extends ChunkLocation {
  readonly text: string;
}

export type ChunkedFile = Awaited<ReturnType<typeof chunkFile>>;

/** Bump when the same file yields other chunks or documents: files indexed with an older version are read again. */
export const chunksVersion = "7";

/** Splits a file by syntax where there is a grammar, by headings where it has some, else into windows. */
export async function chunkFile(parser: SyntaxParser, path: string, text: string) {
  const language = languageOf(path);
  const plain = text.replaceAll("\r\n", "\n");
  const syntax = componentLanguages.has(language)
    ? await readComponent(parser, language, plain)
    : ((await parser.parse(language, plain, readSyntax)) ?? readSections(language, plain));
  return { language, chunks: cutChunks(plain, syntax?.regions ?? []), symbols: syntax?.symbols ?? [] };
}

const byName = new Map(Object.entries(nodes.languagesByName));
const byEnding = keysByWord(nodes.languagesByEnding);

/** The language of a file by its extension, or by its name without one. */
export function languageOf(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  const ending = name.includes(".") ? name.slice(name.lastIndexOf(".") + 1) : "";
  return byName.get(name) ?? byEnding.get(ending) ?? "text";
}

/** Maximum lines and characters of a chunk: readable at once, and about the input length of the model. */
const maxLines = 60;
const maxChars = 2400;

/** Splits a file by its regions, so that every line is in exactly one chunk. */
function cutChunks(text: string, regions: readonly CodeRegion[]): CodeChunk[] {
  const lines = text.split("\n");
  const whole = { from: 0, to: lines.length - 1, kind: "text", symbol: "" };
  const longestFirst = regions.toSorted((a, b) => b.to - a.to);
  const counts = new Map<string, number>();
  return fillGaps(longestFirst, whole)
    .flatMap((region) => split(region, lines))
    .flatMap(({ from, to, kind, symbol }) => {
      const text = lines.slice(from, to + 1).join("\n");
      if (text.trim() === "") return [];
      const name = symbol || kind;
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      return { key: count === 1 ? name : `${name}~${count}`, start: from + 1, end: to + 1, kind, symbol, text };
    });
}

/** Splits a region into pieces of the maximum size, preferably at blank lines. */
function split(region: CodeRegion, lines: readonly string[]): CodeRegion[] {
  const pieces: CodeRegion[] = [];
  for (let from = region.from; from <= region.to; ) {
    const to = endOfPiece(lines, from, region.to);
    pieces.push({ ...region, from, to });
    from = to + 1;
  }
  return pieces;
}

function endOfPiece(lines: readonly string[], from: number, last: number): number {
  let chars = 0;
  let end = from;
  while (end <= last && end - from < maxLines && chars <= maxChars) chars += (lines[end++]?.length ?? 0) + 1;
  if (end > last) return last;
  for (let blank = end - 1; blank > from + (end - from) / 2; blank--) if (lines[blank]?.trim() === "") return blank;
  return end - 1;
}
