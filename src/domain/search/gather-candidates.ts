import type { IndexedDocument } from "../../store/search/document-row.js";
import type { SearchFilter } from "../../store/search/search-filter.js";
import type { SearchIndex } from "../../store/search/search-index.js";
import type { ParsedQuery } from "./parse-query.js";
import type { MeantQuery } from "./query-meaning.js";
import { scanFor, scoreWords, type WeighedTerm, type WordScore, wordsOf } from "./score-words.js";
import { weighTerms } from "./weigh-terms.js";
import { wordCandidates } from "./word-candidates.js";

/** A document that may be an answer, with all that is known for and against it. */
export interface Candidate {
  readonly document: IndexedDocument;
  readonly words: WordScore;
  /** Cosine with the query, or undefined when it was not compared by meaning. */
  readonly likeness: number | undefined;
  /** How far that is to be believed, 0 to 1; fully unless told. */
  readonly likenessTrust?: number;
  /** Rank in each list that proposed it, from 1. */
  readonly wordRank: number | undefined;
  readonly meaningRank: number | undefined;
}

export interface Gathered {
  readonly terms: readonly WeighedTerm[];
  readonly candidates: readonly Candidate[];
}

export interface GatherRequest {
  readonly tenant: string;
  readonly query: ParsedQuery;
  readonly filter: SearchFilter;
  readonly size: number;
  /** How many each list proposes. */
  readonly depth: number;
  readonly meaning: MeantQuery | undefined;
}

/** Candidates of both lists, each with both scores: a document found by meaning is also read for words, and the reverse. */
export async function gatherCandidates(index: SearchIndex, request: GatherRequest): Promise<Gathered> {
  const { tenant, query, filter, size, depth, meaning } = request;
  const terms = await weighTerms(index, tenant, query.terms, size);
  const byWords = await wordCandidates(index, { tenant, query, terms, filter, size, limit: depth });
  const byMeaning = meaning ? await meaning.view.nearest(meaning.vector, tenant, filter, depth) : [];
  const likeness = new Map(byMeaning.map((one) => [one.nr, one.likeness]));
  const unknown = byWords.filter((nr) => !likeness.has(nr));
  for (const one of meaning ? await meaning.view.likenesses(meaning.vector, unknown) : []) {
    likeness.set(one.nr, one.likeness);
  }

  const nrs = [...new Set([...byWords, ...byMeaning.map(({ nr }) => nr)])];
  const documents = await index.read(tenant, nrs, filter);
  const wordRanks = ranks(byWords);
  const meaningRanks = ranks(byMeaning.map(({ nr }) => nr));
  const scan = scanFor(terms, query.none);
  const worded = documents.map((document) => ({ document, worded: wordsOf(document, scan) }));
  const averageLength = worded.reduce((sum, one) => sum + one.worded.length, 0) / Math.max(1, worded.length);
  const candidates = worded
    .filter(({ worded }) => !worded.found.some(({ token }) => query.none.includes(token)))
    .map(({ document, worded }) => ({
      document,
      words: scoreWords(document, worded, terms, { averageLength, asked: query }),
      likeness: likeness.get(document.nr),
      ...(meaning && meaning.trust < 1 ? { likenessTrust: meaning.trust } : {}),
      wordRank: wordRanks.get(document.nr),
      meaningRank: meaningRanks.get(document.nr),
    }));
  return { terms, candidates: candidates.filter((one) => !query.isVerbatim || hasWording(one, query)) };
}

const ranks = (nrs: readonly number[]) => new Map(nrs.map((nr, i) => [nr, i + 1]));

/** A single quoted word is no wording: matching it is enough. */
const hasWording = ({ words }: Candidate, query: ParsedQuery) =>
  query.phrases.length > 0 ? words.hasPhrase : words.matches > 0;
