import { lengthNorm, saturate } from "../../base/text/bm25.js";
import type { ChunkLocation, CodeFile, FileSymbol } from "../../store/code/code-store.js";
import {
  countInLines,
  createTermScan,
  perTerms,
  variantsOf,
  type WeightedTerm,
} from "../search/rank/score-keywords.js";
import { lastPart } from "./query-clues.js";
import { nameMatch, questionWords, type RankedChunk, totalIdf } from "./rank-chunk.js";

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
  const [question, share, total] = [questionWords(terms), shareOf(terms), totalIdf(terms)];
  const places = placesOf(file, chunks, terms);
  const lengths = places.flatMap(({ words }) => words?.length ?? []);
  const averageLength = lengths.reduce((sum, one) => sum + one, 0) / Math.max(1, lengths.length);
  const bm25 = ({ counts, length }: ReturnType<typeof countInLines>) => {
    const norm = lengthNorm(length, Math.max(1, averageLength));
    return terms.reduce((sum, { idf, weight }, i) => sum + idf * weight * saturate(counts[i] ?? 0, norm), 0) / total;
  };
  const framed = placesAt(places, lines);
  const scoreOf = (one: UnrankedPlace): number => {
    const { place, within, isWholeChunk, words, signature } = one;
    const { declares = 0, similarity = 0 } = (isWholeChunk && within?.chunk) || {};
    const name = lastPart(place.symbol);
    const byWords =
      weights.name * nameMatch(name, question) +
      weights.parent * nameMatch(place.symbol.slice(0, place.symbol.length - name.length), question) +
      weights.typed * declares +
      weights.signature * share(signature) +
      weights.bm25 * (words ? Math.min(maxBm25, bm25(words)) : 0) +
      weights.similarity * similarity +
      (functionKinds.has(place.kind) ? weights.isFunction : 0) +
      (place.end - place.start < shortRows ? weights.isShort : 0) +
      (isContinued.test(place.key) ? weights.isContinued : 0);
    return byWords + weights.frame * (framed.get(one) ?? 0);
  };
  return places
    .map((one): RankedPlace => ({ place: one.place, within: one.within, score: scoreOf(one) }))
    .sort((a, b) => b.score - a.score || a.place.start - b.place.start);
}

type UnrankedPlace = ReturnType<typeof placesOf>[number];

/** The innermost place with text at each line, and how much it counts: the first frame most. */
function placesAt(places: readonly UnrankedPlace[], lines: readonly number[]): Map<UnrankedPlace, number> {
  const rowsOf = ({ place }: UnrankedPlace) => place.end - place.start;
  const framed = new Map<UnrankedPlace, number>();
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
  const wordsIn = ({ chunk, place }: PlacedChunk, start = place.start, end = Number.POSITIVE_INFINITY) =>
    countInLines(chunk.candidate.words, terms, start - place.start, end - place.start);
  const whole = scored.map((within) => {
    const { place } = within;
    // A chunk may begin above its symbol, with the comment.
    const isOwn = ({ name, start }: FileSymbol) => name === place.symbol && start >= place.start && start <= place.end;
    const signature = symbols.find(isOwn)?.signature ?? "";
    return { place, within, isWholeChunk: true, words: wordsIn(within), signature };
  });
  const members = symbols.flatMap(({ name: symbol, kind, start, end, signature }) => {
    const around = chunks.find((one) => one.start <= start && start <= one.end);
    const within = scored.findLast(({ place }) => place.key === around?.key);
    if (!around || (within && around.symbol === symbol)) return [];
    const words = within && wordsIn(within, start, end);
    return { place: { key: around.key, start, end, kind, symbol }, within, isWholeChunk: false, words, signature };
  });
  return [...whole, ...members];
}

/** The lines of a place within the chunk that contains it. */
export const linesOf = ({ chunk, place }: PlacedChunk, start: number, end: number): string =>
  chunk.candidate.document.body
    .split("\n")
    .slice(start - place.start, end - place.start + 1)
    .join("\n");

/** The share of the question's information that a short text has. */
const shareOf = perTerms((terms) => {
  const scan = createTermScan(terms, []);
  const [byToken, total] = [variantsOf(terms), totalIdf(terms)];
  const counts = new Float64Array(terms.length);
  return (text: string): number => {
    counts.fill(0);
    scan(text, (token) => {
      for (const { term, weight } of byToken.get(token) ?? []) counts[term] = (counts[term] ?? 0) + weight;
    });
    return terms.reduce((sum, { idf, weight }, i) => sum + idf * weight * Math.min(1, counts[i] ?? 0), 0) / total;
  };
});
