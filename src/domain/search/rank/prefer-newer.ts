import { dotProduct } from "../../../base/dot-product.js";
import { sentencesOf } from "../../../base/text/sentences.js";
import type { SentencePair, SentenceReading } from "../../../engine/sentence-reader.js";
import { exchangeKind } from "../../../store/archive/exchange-document.js";
import { pastScope } from "../../../store/memory/memory.js";
import type { SearchDocument } from "../../../store/search/search-document.js";
import { replacedFactor } from "./follow-successors.js";
import { isDemoted, type RankedCandidate } from "./rank-candidates.js";
import { createPairReader } from "./read-pairs.js";

/** Puts a hit above an older one that it makes untrue. All hits stay. */
export type PreferNewer = (hits: readonly RankedCandidate[], request: ReadingRequest) => Promise<RankedCandidate[]>;

interface ReadingRequest {
  readonly query: string;
  readonly waitMs: number;
  /** All hits are of one project, which families name in different ways. */
  readonly isOneProject: boolean;
}

/** They say how things are, and when that was said. The date of a file of team context is that of a checkout. */
const statingKinds: ReadonlySet<string> = new Set(["memory", exchangeKind]);
/** First hits that are compared with each other, and pairs of them that a model reads: 25 ms each. */
const maxHits = 4;
const maxPairs = 4;
/** Of the score of the first hit. */
const minScoreShare = 1 / 3;
/** Nearly all pairs of which one replaces the other have more, and half of the others less. */
const minSimilarity = 0.1;
/** High, because most pairs of hits hold both: a mistake puts the right one second. */
const minProbability = 0.995;
const maxLength = 200;
/** Of a question and of an answer: embedding all sentences of a long one takes longer than the search. */
const maxTextLength = 4000;

interface HitPair {
  readonly old: RankedCandidate;
  readonly newer: RankedCandidate;
  readonly texts: SentencePair;
}

/**
 * Compares older hits with newer ones below them when the query is asked: what a hit says of it is one sentence, and a link
 * between records cannot say which. A model that is not ready in time leaves the order as it is.
 */
export function createPreferNewer({ reader, embed }: SentenceReading): PreferNewer {
  const readPairs = createPairReader(reader);
  return async (hits, request) => {
    const pairs = pairsToRead(hits, request, embed);
    if (pairs.length === 0) return [...hits];
    const probabilities = await readPairs(
      pairs.map(({ texts }) => texts),
      request.waitMs,
    );
    const successors = new Map<RankedCandidate, RankedCandidate>();
    for (const { old, newer } of pairs.filter((_, i) => (probabilities[i] ?? 0) >= minProbability)) {
      const other = successors.get(old);
      if (other === undefined || newer.document.at > other.document.at) successors.set(old, newer);
    }
    return reorder(hits, successors);
  };
}

/** Older hits with newer ones below them that say something similar, the most similar first. */
function pairsToRead(
  ranked: readonly RankedCandidate[],
  { query, isOneProject }: ReadingRequest,
  embed: SentenceReading["embed"],
): HitPair[] {
  const asked = embed(query);
  if (asked === undefined) return [];
  const best = ranked[0]?.score ?? 0;
  const hits = ranked
    .filter((hit) => hit.score > 0 && hit.score >= minScoreShare * best && holds(hit))
    .slice(0, maxHits)
    .map((hit) => sayingOf(hit, asked, embed));
  const pairs = hits.flatMap((old, i) =>
    hits
      .slice(i + 1)
      .filter(({ hit: { document } }) => document.at > old.hit.document.at)
      .filter(({ hit: { document } }) => isOneProject || document.project === old.hit.document.project)
      .map((newer) => ({
        ...{ old: old.hit, newer: newer.hit, texts: { old: old.text, later: newer.text } },
        similarity: similarityOf(old.vector, newer.vector),
      })),
  );
  return pairs
    .filter(({ similarity }) => similarity >= minSimilarity)
    .toSorted((a, b) => b.similarity - a.similarity)
    .slice(0, maxPairs);
}

const noDate = "1970";

/** What was replaced, rejected or voted down has been settled, and settles nothing. */
const holds = ({ document, factors }: RankedCandidate): boolean =>
  statingKinds.has(document.kind) &&
  document.scope !== pastScope &&
  !document.isReplaced &&
  !isDemoted(document) &&
  !("replaced" in factors) &&
  !document.at.startsWith(noDate);

/** What a hit says of the query: its sentence that is nearest to it. */
function sayingOf(hit: RankedCandidate, asked: Float32Array, embed: SentenceReading["embed"]) {
  const sentences = statedIn(hit.document).map((text) => {
    const vector = embed(text);
    return { hit, text, vector, similarity: similarityOf(vector, asked) };
  });
  return sentences.reduce((best, one) => (one.similarity > best.similarity ? one : best), {
    ...{ hit, text: "", vector: undefined as Float32Array | undefined, similarity: -1 },
  });
}

/** A short record is read whole, with its title; of a longer one and of an exchange, sentence by sentence. */
function statedIn({ kind, title, body, reply }: SearchDocument): string[] {
  const whole = body.includes(title) ? body : `${title}: ${body}`;
  if (kind !== exchangeKind && whole.length <= maxLength) return [whole];
  const text = `${body.slice(0, maxTextLength)}\n${reply.slice(0, maxTextLength)}`;
  return sentencesOf(text).map((sentence) => sentence.slice(0, maxLength));
}

const similarityOf = (a: Float32Array | undefined, b: Float32Array | undefined): number =>
  a && b ? dotProduct(a, b) : -1;

/** What replaces a hit gets its place and its score; the replaced one goes where half its score belongs. */
function reorder(
  hits: readonly RankedCandidate[],
  successors: ReadonlyMap<RankedCandidate, RankedCandidate>,
): RankedCandidate[] {
  /** Each is newer than the one before, so this ends. */
  const standing = (hit: RankedCandidate): RankedCandidate => {
    const next = successors.get(hit);
    return next ? standing(next) : hit;
  };
  const ordered = [...hits];
  const placeOf = ({ document: { id } }: RankedCandidate) => ordered.findIndex(({ document }) => document.id === id);
  for (const old of hits.filter((hit) => successors.has(hit))) {
    const to = placeOf(old);
    ordered.splice(to, 1);
    const from = placeOf(standing(old));
    if (from >= to) {
      const [by] = ordered.splice(from, 1) as [RankedCandidate];
      const isRaised = old.score > by.score;
      ordered.splice(to, 0, isRaised ? { ...by, score: old.score, factors: { ...by.factors, replaces: 1 } } : by);
    }
    const score = old.score * replacedFactor;
    const place = ordered.findIndex((one, i) => i >= to && i > Math.min(from, to) && one.score < score);
    const replaced = { ...old, score, factors: { ...old.factors, replaced: replacedFactor } };
    ordered.splice(place < 0 ? ordered.length : place, 0, replaced);
  }
  return ordered;
}
