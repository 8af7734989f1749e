import { fieldWeights, lengthNorm, saturate } from "../../../base/text/bm25.js";
import { createTokenScan, type TokenScan } from "../../../base/text/scan-tokens.js";
import { fieldTexts } from "../../../store/search/document-words.js";
import type { SearchDocument } from "../../../store/search/search-document.js";
import { normalized, type ParsedQuery, type QueryTerm } from "../query/parse-query.js";
import { readConversation } from "../vectors/conversation.js";

/** A term of the query with what the index knows about it. */
export interface WeightedTerm extends QueryTerm {
  /** In how many documents the term is. */
  readonly docFreq: number;
  /** In how many documents the term or a variant is, about. */
  readonly expandedDocFreq: number;
  /** How much a match tells: the rarer, the more. */
  readonly idf: number;
  /** Tokens that count as this term, and for how much. */
  readonly variants: ReadonlyMap<string, number>;
}

export interface WordScore {
  /** BM25 over all fields as a share of what a document that has every term once would get. May exceed 1. */
  readonly bm25: number;
  /** Share of the query's rarity that the document has, 0 to 1. */
  readonly coverage: number;
  /** The rarity of the terms that the document has, summed: how much its words tell. */
  readonly matchedIdf: number;
  /** 1 when the matched terms stand side by side, towards 0 when far apart. */
  readonly proximity: number;
  readonly hasPhrase: boolean;
  /** The title is what was asked. */
  readonly isTitleMatch: boolean;
  /** Tokens of the query that the document has. */
  readonly matched: readonly string[];
  /** How many words of the document match. */
  readonly matches: number;
}

/** A token that was looked for, where it stands. */
interface FoundWord {
  readonly token: string;
  readonly at: number;
  readonly field: number;
}

export interface WordedDocument {
  readonly found: readonly FoundWord[];
  /** How many tokens the document has. */
  readonly length: number;
}

const weightByField = Object.values(fieldWeights);
/** Nobody reads on, and answers must come at once. */
const maxFieldLength = 50_000;

/** What is looked for in documents: all that counts as one of the terms, and what a hit must not have. */
export const scanFor = (
  terms: readonly Pick<WeightedTerm, "token" | "isPrefix" | "isIncomplete" | "variants">[],
  none: readonly string[],
) =>
  createTokenScan(
    [...terms.flatMap(({ variants }) => [...variants.keys()]), ...none],
    terms.filter(isBeginning).map(({ token }) => token),
  );

const isFinished = ({ isIncomplete }: Pick<WeightedTerm, "isIncomplete">) => isIncomplete !== true;
const isBeginning = ({ isPrefix, isIncomplete }: Pick<WeightedTerm, "isPrefix" | "isIncomplete">) =>
  isPrefix || isIncomplete === true;

export function wordsOf(document: SearchDocument, scan: TokenScan): WordedDocument {
  const found: FoundWord[] = [];
  let length = 0;
  for (const [field, text] of fieldTexts(bySpeaker(document)).entries()) {
    const before = length;
    length += scan(text.slice(0, maxFieldLength), (token, at) => found.push({ token, at: before + at, field }));
  }
  return { found, length };
}

/** What a program says in a conversation counts as its replies do elsewhere: what a person said is what is asked for. */
function bySpeaker(document: SearchDocument): SearchDocument {
  const conversation = readConversation(document.body);
  if (conversation === undefined || conversation.people === "") return document;
  return { ...document, body: conversation.people, reply: `${conversation.programs}\n${document.reply}` };
}

export function scoreWords(
  document: SearchDocument,
  words: WordedDocument,
  terms: readonly WeightedTerm[],
  { averageLength, asked }: { averageLength: number; asked: Pick<ParsedQuery, "titles" | "phrases"> },
): WordScore {
  const { counts, places, prefixMatches, matches } = countTerms(words, terms);
  const norm = lengthNorm(words.length, Math.max(1, averageLength));
  const matched = terms.filter((_, i) => (counts[i] ?? 0) > 0).map(({ token }) => token);
  return {
    ...bestShares(terms, counts, norm, prefixMatches.length > 0),
    proximity: bestProximity(terms, places, prefixMatches),
    hasPhrase: asked.phrases.length > 0 && containsAll(document, asked.phrases),
    isTitleMatch: asked.titles.includes(normalized(document.title)),
    matched,
    matches,
  };
}

type Shares = Pick<WordScore, "bm25" | "coverage" | "matchedIdf">;

/** What a word that begins as the unfinished one does adds to a document that has others. */
const prefixMatchFactor = 1.1;

/** An unfinished word never makes a document worth less: without it, the words before it count as if they were all. */
function bestShares(terms: readonly WeightedTerm[], counts: Float64Array, norm: number, hasBeginning: boolean): Shares {
  const all = sharesOf(terms, counts, norm, () => true);
  if (!terms.some(({ isIncomplete }) => isIncomplete)) return all;
  const before = sharesOf(terms, counts, norm, isFinished);
  const hasIncomplete = hasBeginning || terms.some(({ isIncomplete }, i) => isIncomplete && (counts[i] ?? 0) > 0);
  return {
    bm25: Math.max(all.bm25, before.bm25) * (hasIncomplete ? prefixMatchFactor : 1),
    coverage: Math.max(all.coverage, before.coverage),
    matchedIdf: all.matchedIdf,
  };
}

function sharesOf(
  terms: readonly WeightedTerm[],
  counts: Float64Array,
  norm: number,
  isCounted: (term: WeightedTerm) => boolean,
): Shares {
  let reached = 0;
  let covered = 0;
  let whole = 0;
  for (const [i, term] of terms.entries()) {
    if (!isCounted(term)) continue;
    const count = counts[i] ?? 0;
    const worth = term.idf * term.weight;
    whole += worth;
    covered += worth * Math.min(1, count);
    reached += worth * saturate(count, norm);
  }
  return {
    bm25: whole === 0 ? 0 : reached / whole,
    coverage: whole === 0 ? 0 : covered / whole,
    matchedIdf: covered,
  };
}

interface Place {
  readonly at: number;
  readonly term: number;
}

function countTerms(words: WordedDocument, terms: readonly WeightedTerm[]) {
  const counts = new Float64Array(terms.length);
  const places: Place[] = [];
  /** Words that only begin as an unfinished one does: they say where it may stand, and count for no more. */
  const prefixMatches: Place[] = [];
  const known = variantsOf(terms);
  const beginnings = terms.flatMap((one, term) => (isBeginning(one) ? [{ token: one.token, term }] : []));
  for (const { token, at, field } of words.found) {
    const exact = known.get(token);
    for (const { term, worth } of exact ?? begins(token, beginnings)) {
      if (exact === undefined && terms[term]?.isIncomplete) {
        prefixMatches.push({ at, term });
        continue;
      }
      counts[term] = (counts[term] ?? 0) + worth * (weightByField[field] ?? 1);
      places.push({ at, term });
    }
  }
  return { counts, places, prefixMatches, matches: places.length };
}

interface Variant {
  readonly term: number;
  readonly worth: number;
}

function variantsOf(terms: readonly WeightedTerm[]): Map<string, Variant[]> {
  const known = new Map<string, Variant[]>();
  for (const [term, { variants }] of terms.entries()) {
    for (const [token, worth] of variants) known.set(token, [...(known.get(token) ?? []), { term, worth }]);
  }
  return known;
}

const none: readonly Variant[] = [];
const begins = (token: string, beginnings: readonly { token: string; term: number }[]): readonly Variant[] =>
  beginnings.length === 0
    ? none
    : beginnings.filter((one) => token.startsWith(one.token)).map(({ term }) => ({ term, worth: 1 }));

/** With an unfinished word, with what it may become, or without it: wherever the words are nearest. */
function bestProximity(
  terms: readonly WeightedTerm[],
  places: readonly Place[],
  prefixMatches: readonly Place[],
): number {
  const near = proximityOf(places);
  if (terms.every(isFinished)) return near;
  const finished = places.filter(({ term }) => terms[term]?.isIncomplete !== true);
  return Math.max(
    near,
    proximityOf(finished),
    proximityOf([...finished, ...prefixMatches].sort((a, b) => a.at - b.at)),
  );
}

/** From the shortest stretch of text that has every matched term. */
function proximityOf(places: readonly Place[]): number {
  const terms = new Set(places.map(({ term }) => term)).size;
  if (terms < 2) return 0;
  const inside = new Map<number, number>();
  let shortest = Number.POSITIVE_INFINITY;
  let start = 0;
  for (const place of places) {
    inside.set(place.term, (inside.get(place.term) ?? 0) + 1);
    while (inside.size === terms) {
      const first = places[start++];
      if (first === undefined) break;
      shortest = Math.min(shortest, place.at - first.at + 1);
      const left = (inside.get(first.term) ?? 0) - 1;
      if (left === 0) inside.delete(first.term);
      else inside.set(first.term, left);
    }
  }
  return Math.min(1, terms / shortest);
}

function containsAll(document: SearchDocument, phrases: readonly string[]): boolean {
  const text = normalized([document.title, document.body, document.reply].join("\n"));
  return phrases.every((phrase) => text.includes(phrase));
}
