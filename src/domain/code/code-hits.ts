import { logistic } from "../../base/probability.js";
import { limitEach } from "../../base/text/count-each.js";
import type { ChunkLocation, CodeFile } from "../../store/code/code-store.js";
import type { WeightedTerm } from "../search/rank/score-keywords.js";
import { documentId } from "./code-documents.js";
import type { RankedFile } from "./rank-files.js";
import { linesOf, type PlacedChunk, type RankedPlace, rankPlaces } from "./rank-places.js";

/** Fitted to the tuning repositories (decision 0132): how far a file is behind the best, and the second best behind that. */
const [intercept, shareWeight, secondWeight] = [-4.28, 8.68, -5.13];
/** Below this score not even the best file is likely to be meant. */
const minBest = 0.18;

/** The shown score: the probability that a file is one of those that are meant. */
export function hitScore(score: number, [best = 0, second = 0]: readonly number[]): number {
  if (best <= 0) return 0;
  return (
    Math.min(1, best / minBest) * logistic(intercept + shareWeight * (score / best) + secondWeight * (second / best))
  );
}

/**
 * Log-odds that the repository is asked about at all, by the share of the question's information that the best file has and
 * by its similarity above that of unrelated code. Set by hand from how often questions about a repository and about another
 * one reach each share, assuming that five of six are about it; the weight of similarity comes from some 135 questions of one sample.
 */
const topic = { intercept: -2.2, coverage: 6.5, similarity: 20 };
/** In a longer text most words are about something else. */
const maxTopicTerms = 8;

/** The probability that a question is about this repository, given its best file. */
export function topicScore(coverage: number, similarity: number, termCount: number): number {
  const covered = Math.min(1, coverage * Math.max(1, termCount / maxTopicTerms));
  return logistic(topic.intercept + topic.coverage * covered + topic.similarity * similarity);
}

export interface CodeHit extends Omit<ChunkLocation, "key"> {
  readonly path: string;
  readonly language: string;
  readonly score: number;
  readonly text: string;
  /** Further places of the file that may be meant. */
  readonly also: readonly ChunkLocation[];
}

interface HitsRequest {
  /** The repository. */
  readonly id: string;
  readonly files: readonly CodeFile[];
  readonly terms: readonly WeightedTerm[];
  /** Of stack frames in the question, the innermost first. */
  linesIn(path: string): readonly number[];
  readonly limit: number;
}

/** Further places for each hit wanted, most of them in the likeliest files. */
const extraPerHit = 2;
const maxExtraOfFile = 10;
const minExtraProbability = 0.005;
/** A further hit of a file needs this share of the probability of its first. */
const minShareOfFirst = 0.05;
/** Less likely hits cost more to read than they are worth; the first is listed all the same. */
const minScore = 0.01;
/** A question that shares nearly nothing with its best file, in words or in meaning, gets a few hits, not a list. */
const minTopic = 0.13;
const maxOffTopic = 3;

const topicOf = (best: RankedFile | undefined, termCount: number): number =>
  best ? topicScore(best.coverage, Math.max(0, ...best.chunks.map(({ similarity }) => similarity)), termCount) : 0;

/** Every file once, at its best place, as long as there are enough files; then their other places. */
export function codeHits({ id, files, terms, linesIn, limit }: HitsRequest, ranked: readonly RankedFile[]): CodeHit[] {
  const best = ranked.map(({ score }) => score).sort((a, b) => b - a);
  const topic = topicOf(ranked[0], terms.length);
  const places = ranked.slice(0, limit).flatMap((one) => {
    const file = files.find(({ path }) => path === one.path);
    if (!file) return [];
    const places = rankPlaces(file, placedChunks(id, one, file), terms, linesIn(file.path));
    return placesOf(file, places, hitScore(one.score, best));
  });
  const shown = chooseShown(places, limit)
    .filter((one, i) => i === 0 || one.score >= minScore)
    .slice(0, topic < minTopic ? maxOffTopic : limit);
  // Also those that are hits of their own further down: the first hit of a file names all of its likely places.
  const likely = places
    .filter(({ isFirst, probability }) => !isFirst && probability >= minExtraProbability)
    .sort((a, b) => b.probability - a.probability);
  const extra = limitEach(likely, ({ file }) => file, maxExtraOfFile).slice(0, extraPerHit * limit);
  return shown.map(({ file, place, within, isFirst, score }) => {
    const { key: _, ...lines } = place;
    const also = isFirst ? extra.filter((one) => one.file === file).map((one) => one.place) : [];
    const text = linesOf(within, place.start, place.end);
    return {
      path: file.path,
      ...lines,
      language: file.language,
      score: Math.round(topic * score * 1000) / 1000,
      text,
      also,
    };
  });
}

/** A place of a file that may be shown. */
interface FilePlace extends RankedPlace {
  readonly file: CodeFile;
  /** Probability that this place of the file is meant. */
  readonly probability: number;
  /** Of a file's first place the probability that the file is meant; others do not displace other files. */
  readonly score: number;
  /** Relative to the place of the file that is shown first. */
  readonly share: number;
  readonly isFirst: boolean;
}

const hasText = <T extends RankedPlace>(one: T): one is T & { readonly within: PlacedChunk } =>
  one.within !== undefined;
const nameOf = ({ place: { symbol, key } }: RankedPlace) => symbol || key;

function placedChunks(id: string, { path, chunks }: RankedFile, file: CodeFile): PlacedChunk[] {
  const places = new Map(file.chunks.map((one) => [documentId(id, path, one.key), one]));
  return chunks.flatMap((chunk) => {
    const place = places.get(chunk.candidate.document.id);
    return place ? { chunk, place } : [];
  });
}

/** The probabilities of a file's places, each symbol once; none for a file without a scored chunk. */
function placesOf(file: CodeFile, ranked: readonly RankedPlace[], fileScore: number): FilePlace[] {
  const first = ranked.find(hasText);
  if (!first) return [];
  const own = limitEach([first, ...ranked.filter((one) => one !== first)], nameOf, 1);
  const odds = (one: RankedPlace) => Math.exp(one.score - first.score);
  const total = own.reduce((sum, one) => sum + odds(one), 0);
  return own.map((one) => {
    const [isFirst, share] = [one === first, odds(one)];
    const probability = (fileScore * share) / total;
    return { ...one, file, isFirst, share, probability, score: isFirst ? fileScore : probability };
  });
}

/** The first place of every file, and others where there are too few files. */
function chooseShown(places: readonly FilePlace[], limit: number) {
  const byScore = (a: FilePlace, b: FilePlace) => b.score - a.score;
  const chosen = places.filter(hasText).filter(({ isFirst }) => isFirst);
  if (chosen.length >= limit) return chosen;
  const others = places.filter(hasText).filter(({ isFirst, share }) => !isFirst && share >= minShareOfFirst);
  // Lines that are part of a hit already are not shown twice.
  for (const one of others.sort(byScore))
    if (chosen.length < limit && !chosen.some((hit) => overlaps(hit, one))) chosen.push(one);
  return chosen.sort(byScore);
}

const overlaps = (a: FilePlace, b: FilePlace) =>
  a.file === b.file && a.place.start <= b.place.end && b.place.start <= a.place.end;
