import type { IndexedDocument } from "../../../store/search/document-row.js";
import type { SearchFilter } from "../../../store/search/search-filter.js";
import type { SearchIndex } from "../../../store/search/search-index.js";
import type { ParsedQuery } from "../query/parse-query.js";
import { weightTerms } from "../query/weight-terms.js";
import {
  createTermScan,
  type KeywordScore,
  scanDocument,
  scoreKeywords,
  type WeightedTerm,
} from "../rank/score-keywords.js";
import type { EmbeddedQuery } from "../vectors/embed-query.js";
import { findKeywordCandidates } from "./keyword-candidates.js";

/** A document that may answer the query, with its scores. */
export interface Candidate {
  readonly document: IndexedDocument;
  readonly keyword: KeywordScore;
  /** Cosine similarity to the query, or undefined without a vector. */
  readonly similarity: number | undefined;
  /** Weight of the similarity, 0 to 1. Default: 1. */
  readonly similarityWeight?: number;
  /** Rank in each candidate list, from 1. */
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
  /** Candidates per list. */
  readonly depth: number;
  /** Keyword candidates, where that differs. */
  readonly keywordDepth?: number;
  readonly meaning: EmbeddedQuery | undefined;
}

/** Candidates of both lists, each with both scores: semantic candidates are scored by keywords too, and the reverse. */
export async function retrieveCandidates(index: SearchIndex, request: RetrievalRequest): Promise<CandidateSet> {
  const { tenant, query, filter, size, depth, keywordDepth = depth, meaning } = request;
  const terms = await weightTerms(index, tenant, query.terms, size);
  const keywordDocIds = await findKeywordCandidates(index, { tenant, query, terms, filter, size, limit: keywordDepth });
  const neighbors = meaning ? await meaning.searcher.nearest(meaning.vector, tenant, filter, depth) : [];
  const similarity = new Map(neighbors.map((one) => [one.docId, one.similarity]));
  const withoutSimilarity = keywordDocIds.filter((docId) => !similarity.has(docId));
  for (const one of meaning ? await meaning.searcher.similarities(meaning.vector, withoutSimilarity) : []) {
    similarity.set(one.docId, one.similarity);
  }

  const docIds = [...new Set([...keywordDocIds, ...neighbors.map(({ docId }) => docId)])];
  const documents = await index.read(tenant, docIds, filter);
  const keywordRanks = ranks(keywordDocIds);
  const semanticRanks = ranks(neighbors.map(({ docId }) => docId));
  const scan = createTermScan(terms, query.none);
  const scannedDocuments = documents.map((document) => ({ document, words: scanDocument(document, scan) }));
  const averageLength =
    scannedDocuments.reduce((sum, one) => sum + one.words.length, 0) / Math.max(1, scannedDocuments.length);
  const candidates = scannedDocuments
    .filter(
      ({ words: scannedDocuments }) => !scannedDocuments.tokenMatches.some(({ token }) => query.none.includes(token)),
    )
    .map(({ document, words: scannedDocuments }) => ({
      document,
      keyword: scoreKeywords(document, scannedDocuments, terms, { averageLength, query }),
      similarity: similarity.get(document.docId),
      ...(meaning && meaning.similarityWeight < 1 ? { similarityWeight: meaning.similarityWeight } : {}),
      keywordRank: keywordRanks.get(document.docId),
      semanticRank: semanticRanks.get(document.docId),
    }));
  return { terms, candidates: candidates.filter((one) => !query.isVerbatim || matchesPhrases(one, query)) };
}

const ranks = (docIds: readonly number[]) => new Map(docIds.map((docId, i) => [docId, i + 1]));

/** A single quoted word is not a phrase: a match is enough. */
const matchesPhrases = ({ keyword: scannedDocuments }: Candidate, query: ParsedQuery) =>
  query.phrases.length > 0 ? scannedDocuments.hasPhrase : scannedDocuments.matches > 0;
