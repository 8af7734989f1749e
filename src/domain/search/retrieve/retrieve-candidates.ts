import type { IndexedDocument } from "../../../store/search/document-row.js";
import type { KnownDocuments, SearchIndex } from "../../../store/search/search-index.js";
import type { ParsedQuery } from "../query/parse-query.js";
import {
  averageLengthOf,
  createTermScan,
  hasToken,
  type KeywordScore,
  type ScannedDocument,
  scanDocument,
  scoreKeywords,
} from "../rank/score-keywords.js";
import type { EmbeddedQuery } from "../vectors/embed-query.js";
import { findKeywordCandidates, type KeywordRequest } from "./keyword-candidates.js";

/** Candidates per list, however low the limit: the best one may be far down in one of the lists. */
export const minDepth = 50;

/** A document that may answer the query, with its scores. */
export interface Candidate {
  readonly document: IndexedDocument;
  readonly keyword: KeywordScore;
  /** Where the words of the query are in it. */
  readonly words: ScannedDocument;
  /** Cosine similarity to the query, or undefined without a vector. */
  readonly similarity: number | undefined;
  /** MaxSim of the query's tokens and the document's, if those are stored. */
  readonly maxSim?: number | undefined;
  /** Rank in each candidate list, from 1. */
  readonly keywordRank: number | undefined;
  readonly semanticRank: number | undefined;
}

export interface RetrievalRequest extends KeywordRequest {
  readonly meaning: EmbeddedQuery | undefined;
  readonly siblingsOf?: SiblingsOf | undefined;
}

/** Documents that become candidates too, given those found so far, the most promising first. */
export type SiblingsOf = (documents: readonly IndexedDocument[]) => Promise<readonly IndexedDocument[]>;

/** Candidates of both lists, each with both scores: semantic candidates are scored by keywords too, and the reverse. */
export async function retrieveCandidates(index: SearchIndex, request: RetrievalRequest): Promise<Candidate[]> {
  const { tenant, query, terms, filter, depth, meaning, siblingsOf } = request;
  const known: KnownDocuments = new Map();
  const keywordDocIds = await findKeywordCandidates(index, request, known);
  const neighbors = meaning ? await meaning.searcher.nearest(meaning.vector, tenant, filter, depth) : [];
  const similarity = new Map(neighbors.map((one) => [one.docId, one.similarity]));
  const addSimilarities = async (docIds: readonly number[]) => {
    const added = meaning && docIds.length > 0 ? await meaning.searcher.similarities(meaning.vector, docIds) : [];
    for (const one of added) similarity.set(one.docId, one.similarity);
  };
  await addSimilarities(keywordDocIds.filter((docId) => !similarity.has(docId)));

  const docIds = [...new Set([...keywordDocIds, ...neighbors.map(({ docId }) => docId)])];
  const matches = await index.read(tenant, docIds, filter, known);
  const siblings = (await siblingsOf?.(inOrder(matches, docIds))) ?? [];
  const unmatched = siblings.filter(({ docId }) => !docIds.includes(docId));
  await addSimilarities(unmatched.map(({ docId }) => docId));
  const documents = [...matches, ...unmatched];
  const keywordRanks = ranks(keywordDocIds);
  const semanticRanks = ranks(neighbors.map(({ docId }) => docId));
  const scan = createTermScan(terms, query.none);
  const scannedDocuments = documents.map((document) => ({ document, words: scanDocument(document, scan) }));
  const averageLength = averageLengthOf(scannedDocuments);
  const maxSims = await meaning?.scoreTokens?.(documents.map(({ docId }) => docId));
  return scannedDocuments
    .filter(({ words }) => !hasToken(words, query.none))
    .map(({ document, words }) => ({
      document,
      words,
      keyword: scoreKeywords(document, words, terms, { averageLength, query }),
      similarity: similarity.get(document.docId),
      maxSim: maxSims?.get(document.docId),
      keywordRank: keywordRanks.get(document.docId),
      semanticRank: semanticRanks.get(document.docId),
    }))
    .filter(({ keyword }) => !query.isVerbatim || matchesPhrases(keyword, query));
}

const inOrder = (documents: readonly IndexedDocument[], docIds: readonly number[]) => {
  const byId = new Map(documents.map((one) => [one.docId, one]));
  return docIds.flatMap((docId) => byId.get(docId) ?? []);
};

const ranks = (docIds: readonly number[]) => new Map(docIds.map((docId, i) => [docId, i + 1]));

/** A single quoted word is not a phrase: a match is enough. */
const matchesPhrases = ({ hasPhrase, matches }: KeywordScore, { phrases }: ParsedQuery) =>
  phrases.length > 0 ? hasPhrase : matches > 0;
