import type { IndexedDocument } from "../../../store/search/document-row.js";
import type { SearchFilter } from "../../../store/search/search-filter.js";
import type { SearchIndex } from "../../../store/search/search-index.js";
import type { ParsedQuery } from "../query/parse-query.js";
import { weightTerms } from "../query/weight-terms.js";
import { scanFor, scoreWords, type WeightedTerm, type WordScore, wordsOf } from "../rank/score-keywords.js";
import type { EmbeddedQuery } from "../vectors/embed-query.js";
import { wordCandidates } from "./keyword-candidates.js";

/** A document that may be an answer, with all that is known for and against it. */
export interface Candidate {
  readonly document: IndexedDocument;
  readonly keyword: WordScore;
  /** Cosine with the query, or undefined when it was not compared by meaning. */
  readonly similarity: number | undefined;
  /** How far that is to be believed, 0 to 1; fully unless told. */
  readonly similarityWeight?: number;
  /** Rank in each list that proposed it, from 1. */
  readonly keywordRank: number | undefined;
  readonly semanticRank: number | undefined;
}

export interface CandidateSet {
  readonly terms: readonly WeightedTerm[];
  readonly candidates: readonly Candidate[];
}

export interface RetrievalRequest {
  readonly tenant: string;
  readonly query: ParsedQuery;
  readonly filter: SearchFilter;
  readonly size: number;
  /** How many each list proposes. */
  readonly depth: number;
  /** How many keywords propose, where that differs. */
  readonly keywordDepth?: number;
  readonly meaning: EmbeddedQuery | undefined;
}

/** Candidates of both lists, each with both scores: a document found by meaning is also read for words, and the reverse. */
export async function retrieveCandidates(index: SearchIndex, request: RetrievalRequest): Promise<CandidateSet> {
  const { tenant, query, filter, size, depth, keywordDepth = depth, meaning } = request;
  const terms = await weightTerms(index, tenant, query.terms, size);
  const byWords = await wordCandidates(index, { tenant, query, terms, filter, size, limit: keywordDepth });
  const byMeaning = meaning ? await meaning.view.nearest(meaning.vector, tenant, filter, depth) : [];
  const similarity = new Map(byMeaning.map((one) => [one.docId, one.similarity]));
  const unknown = byWords.filter((docId) => !similarity.has(docId));
  for (const one of meaning ? await meaning.view.similarities(meaning.vector, unknown) : []) {
    similarity.set(one.docId, one.similarity);
  }

  const docIds = [...new Set([...byWords, ...byMeaning.map(({ docId }) => docId)])];
  const documents = await index.read(tenant, docIds, filter);
  const keywordRanks = ranks(byWords);
  const semanticRanks = ranks(byMeaning.map(({ docId }) => docId));
  const scan = scanFor(terms, query.none);
  const worded = documents.map((document) => ({ document, worded: wordsOf(document, scan) }));
  const averageLength = worded.reduce((sum, one) => sum + one.worded.length, 0) / Math.max(1, worded.length);
  const candidates = worded
    .filter(({ worded }) => !worded.found.some(({ token }) => query.none.includes(token)))
    .map(({ document, worded }) => ({
      document,
      keyword: scoreWords(document, worded, terms, { averageLength, asked: query }),
      similarity: similarity.get(document.docId),
      ...(meaning && meaning.trust < 1 ? { similarityWeight: meaning.trust } : {}),
      keywordRank: keywordRanks.get(document.docId),
      semanticRank: semanticRanks.get(document.docId),
    }));
  return { terms, candidates: candidates.filter((one) => !query.isVerbatim || hasWording(one, query)) };
}

const ranks = (docIds: readonly number[]) => new Map(docIds.map((docId, i) => [docId, i + 1]));

/** A single quoted word is no wording: matching it is enough. */
const hasWording = ({ keyword: words }: Candidate, query: ParsedQuery) =>
  query.phrases.length > 0 ? words.hasPhrase : words.matches > 0;
