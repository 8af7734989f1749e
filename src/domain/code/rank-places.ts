import { lengthNorm, saturate } from "../../base/text/bm25.js";
import type { ChunkLocation, CodeFile } from "../../store/code/code-store.js";
import {
  countInLines,
  createTermScan,
  type TermCounts,
  variantsOf,
  type WeightedTerm,
} from "../search/rank/score-keywords.js";
import { lastPart } from "./query-clues.js";
import { nameMatch, questionWords, type RankedChunk } from "./rank-chunk.js";

/** A chunk that was scored, and where it is. */
export interface PlacedChunk {
  readonly chunk: RankedChunk;
  readonly place: ChunkLocation;
}

/** A place of a file that may be meant: a chunk, or a symbol that is declared in one. */
export interface RankedPlace {
  readonly place: ChunkLocation;
  /** The chunk that contains it, if that was scored. */
  readonly within: PlacedChunk | undefined;
  readonly score: number;
}

// Log-odds, fitted to the places of the right files of the tuning repositories (decision 0132).
const weights = {
  /** Words of the question in its own name. */
  name: 2.9,
  /** Words of the question in the name of what contains it. */
  parent: 2.5,
  /** A name that was typed. */
  typed: 3,
  /** The line of a stack frame is in it: nothing else says as much. */
  frame: 12,
  /** Words of the question in its signature: parameters and types. */
  signature: 4,
  /** Words of the question in its lines. */
  bm25: 2,
  /** Cosine similarity above what unrelated code has. */
  similarity: 0.5,
  /** Most questions about what code does mean a function or a method, and one that does something itself. */
  isFunction: 2.5,
  isShort: -2,
  /** The later parts of a long function. */
  isContinued: -0.7,
};
const maxBm25 = 1.5;
const shortRows = 3;
const functionKinds = new Set(["function", "method"]);
const isContinued = /~\d+$/;

/** The places of a file, the best first. */
export function rankPlaces(
  file: Pick<CodeFile, "chunks" | "symbols">,
  chunks: readonly PlacedChunk[],
  terms: readonly WeightedTerm[],
  lines: readonly number[] = [],
): RankedPlace[] {
  const question = questionWords(terms);
  const share = shareOf(terms);
  const total = totalIdf(terms);
  const places = placesOf(file, chunks, terms);
  const lengths = places.flatMap(({ words }) => words?.length ?? []);
  const averageLength = lengths.reduce((sum, one) => sum + one, 0) / Math.max(1, lengths.length);
  const bm25 = ({ counts, length }: TermCounts) => {
    const norm = lengthNorm(length, Math.max(1, averageLength));
    return terms.reduce((sum, { idf, weight }, i) => sum + idf * weight * saturate(counts[i] ?? 0, norm), 0) / total;
  };
  const framed = placesAt(places, lines);
  const score = (one: (typeof places)[number]) => scoreWords(one) + weights.frame * (framed.get(one) ?? 0);
  const scoreWords = ({ place, within, isWholeChunk, words, signature }: (typeof places)[number]): number => {
    const { declares = 0, similarity = 0 } = (isWholeChunk && within?.chunk) || {};
    const name = lastPart(place.symbol);
    return (
      weights.name * nameMatch(name, question) +
      weights.parent * nameMatch(place.symbol.slice(0, place.symbol.length - name.length), question) +
      weights.typed * declares +
      weights.signature * share(signature) +
      weights.bm25 * (words ? Math.min(maxBm25, bm25(words)) : 0) +
      weights.similarity * similarity +
      (functionKinds.has(place.kind) ? weights.isFunction : 0) +
      (place.end - place.start < shortRows ? weights.isShort : 0) +
      (isContinued.test(place.key) ? weights.isContinued : 0)
    );
  };
  return places
    .map((one): RankedPlace => ({ place: one.place, within: one.within, score: score(one) }))
    .sort((a, b) => b.score - a.score || a.place.start - b.place.start);
}

/** The innermost place with text at each line, and how much it counts: the first frame most. */
function placesAt<T extends Pick<RankedPlace, "place" | "within">>(
  places: readonly T[],
  lines: readonly number[],
): Map<T, number> {
  const rowsOf = ({ place }: T) => place.end - place.start;
  const framed = new Map<T, number>();
  for (const [rank, line] of lines.entries()) {
    const around = places.filter(({ place, within }) => within && place.start <= line && line <= place.end);
    const [innermost] = around.sort((a, b) => rowsOf(a) - rowsOf(b));
    if (innermost && !framed.has(innermost)) framed.set(innermost, 1 / (1 + rank / 10));
  }
  return framed;
}

function placesOf(
  { chunks, symbols }: Pick<CodeFile, "chunks" | "symbols">,
  scored: readonly PlacedChunk[],
  terms: readonly WeightedTerm[],
) {
  const byKey = new Map(scored.map((one) => [one.place.key, one]));
  const wordsOf = ({ chunk, place }: PlacedChunk, start: number, end: number) =>
    countInLines(chunk.candidate.words, terms, start - place.start, end - place.start);
  const whole = scored.map((within) => {
    const { symbol, start, end } = within.place;
    // A chunk may begin above its symbol, with the comment.
    const own = symbols.find((one) => one.name === symbol && one.start >= start && one.start <= end);
    const words = countInLines(within.chunk.candidate.words, terms, 0, Number.POSITIVE_INFINITY);
    return { place: within.place, within, isWholeChunk: true, words, signature: own?.signature ?? "" };
  });
  const members = symbols.flatMap(({ name, kind, start, end, signature }) => {
    const around = chunks.find((one) => one.start <= start && start <= one.end);
    const within = byKey.get(around?.key ?? "");
    if (!around || (within && around.symbol === name)) return [];
    const place = { key: around.key, start, end, kind, symbol: name };
    const words = within && wordsOf(within, start, end);
    return [{ place, within, isWholeChunk: false, words, signature }];
  });
  return [...whole, ...members];
}

/** The lines of a place within the chunk that contains it. */
export const linesOf = ({ chunk, place }: PlacedChunk, start: number, end: number): string =>
  chunk.candidate.document.body
    .split("\n")
    .slice(start - place.start, end - place.start + 1)
    .join("\n");

/** Per list of terms, because every file of an answer is ranked with the same list. */
const shares = new WeakMap<readonly WeightedTerm[], ReturnType<typeof shareIn>>();

function shareOf(terms: readonly WeightedTerm[]): ReturnType<typeof shareIn> {
  const share = shares.get(terms) ?? shareIn(terms);
  shares.set(terms, share);
  return share;
}

/** The share of the question's information that a short text has. */
function shareIn(terms: readonly WeightedTerm[]) {
  const scan = createTermScan(terms, []);
  const byToken = variantsOf(terms);
  const total = totalIdf(terms);
  const counts = new Float64Array(terms.length);
  return (text: string): number => {
    counts.fill(0);
    scan(text, (token) => {
      for (const { term, weight } of byToken.get(token) ?? []) counts[term] = (counts[term] ?? 0) + weight;
    });
    return terms.reduce((sum, { idf, weight }, i) => sum + idf * weight * Math.min(1, counts[i] ?? 0), 0) / total;
  };
}

const totalIdf = (terms: readonly WeightedTerm[]) => terms.reduce((sum, { idf, weight }) => sum + idf * weight, 0) || 1;
