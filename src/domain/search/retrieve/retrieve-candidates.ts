import type { IndexedDocument } from "../../../store/search/document-row.js";
import type { SearchFilter } from "../../../store/search/search-filter.js";
import type { KnownDocuments, SearchIndex } from "../../../store/search/search-index.js";
import type { SourceName } from "../../../store/search/search-writer.js";
import type { ParsedQuery } from "../query/parse-query.js";
import {
  createTermScan,
  type KeywordScore,
  type ScannedDocument,
  scanDocument,
  scoreKeywords,
  type WeightedTerm,
} from "../rank/score-keywords.js";
import type { EmbeddedQuery } from "../vectors/embed-query.js";
import { findKeywordCandidates } from "./keyword-candidates.js";

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

export interface CandidateSet {
  readonly terms: readonly WeightedTerm[];
  readonly candidates: readonly Candidate[];
}

export interface RetrievalRequest {
  readonly tenant: string;
  readonly query: ParsedQuery;
  readonly terms: readonly WeightedTerm[];
  readonly filter: SearchFilter;
  readonly size: number;
  /** Candidates per list. */
  readonly depth: number;
  /** Keyword candidates, where that differs. */
  readonly keywordDepth?: number;
  readonly meaning: EmbeddedQuery | undefined;
  readonly siblingsOf?: SiblingsOf;
  /** How many documents the words may match. Default: enough for a question. */
  readonly maxDocuments?: number;
}

/** Sources whose documents become candidates too, given those found so far, the most promising first. */
export type SiblingsOf = (documents: readonly IndexedDocument[]) => readonly SourceName[];

const maxSiblings = 150;

/** Candidates of both lists, each with both scores: semantic candidates are scored by keywords too, and the reverse. */
export async function retrieveCandidates(index: SearchIndex, request: RetrievalRequest): Promise<Candidate[]> {
  const {
    tenant,
    query,
    terms,
    filter,
    size,
    depth,
    keywordDepth = depth,
    meaning,
    siblingsOf,
    maxDocuments,
  } = request;
  const known: KnownDocuments = new Map();
  const keywordDocIds = await findKeywordCandidates(index, {
    tenant,
    query,
    terms,
    filter,
    size,
    limit: keywordDepth,
    known,
    ...(maxDocuments === undefined ? {} : { maxDocuments }),
  });
  const neighbors = meaning ? await meaning.searcher.nearest(meaning.vector, tenant, filter, depth) : [];
  const similarity = new Map(neighbors.map((one) => [one.docId, one.similarity]));
  const unknown = keywordDocIds.filter((docId) => !similarity.has(docId));
  for (const one of meaning ? await meaning.searcher.similarities(meaning.vector, unknown) : []) {
    similarity.set(one.docId, one.similarity);
  }

  const docIds = [...new Set([...keywordDocIds, ...neighbors.map(({ docId }) => docId)])];
  const matches = await index.read(tenant, docIds, filter, known);
  const siblings = siblingsOf ? await readSiblings(index, tenant, siblingsOf(inOrder(matches, docIds))) : [];
  const unmatched = siblings.filter(({ docId }) => !docIds.includes(docId));
  for (const one of meaning && unmatched.length > 0
    ? await meaning.searcher.similarities(
        meaning.vector,
        unmatched.map(({ docId }) => docId),
      )
    : []) {
    similarity.set(one.docId, one.similarity);
  }
  const documents = [...matches, ...unmatched];
  const keywordRanks = ranks(keywordDocIds);
  const semanticRanks = ranks(neighbors.map(({ docId }) => docId));
  const scan = createTermScan(terms, query.none);
  const scannedDocuments = documents.map((document) => ({ document, words: scanDocument(document, scan) }));
  const averageLength =
    scannedDocuments.reduce((sum, one) => sum + one.words.length, 0) / Math.max(1, scannedDocuments.length);
  const maxSims = await meaning?.scoreTokens?.(documents.map(({ docId }) => docId));
  const candidates = scannedDocuments
    .filter(({ words }) => !words.tokenMatches.some(({ token }) => query.none.includes(token)))
    .map(({ document, words }) => ({
      document,
      words,
      keyword: scoreKeywords(document, words, terms, { averageLength, query }),
      similarity: similarity.get(document.docId),
      maxSim: maxSims?.get(document.docId),
      keywordRank: keywordRanks.get(document.docId),
      semanticRank: semanticRanks.get(document.docId),
    }));
  return candidates.filter((one) => !query.isVerbatim || matchesPhrases(one, query));
}

const inOrder = (documents: readonly IndexedDocument[], docIds: readonly number[]) => {
  const byId = new Map(documents.map((one) => [one.docId, one]));
  return docIds.flatMap((docId) => byId.get(docId) ?? []);
};

async function readSiblings(index: SearchIndex, tenant: string, sources: readonly SourceName[]) {
  const kinds = [...new Set(sources.map(({ kind }) => kind))];
  const documents = await Promise.all(
    kinds.map((kind) => {
      const own = sources.filter((one) => one.kind === kind).map(({ source }) => source);
      return index.bySource(tenant, kind, own, maxSiblings);
    }),
  );
  return documents.flat();
}

const ranks = (docIds: readonly number[]) => new Map(docIds.map((docId, i) => [docId, i + 1]));

/** A single quoted word is not a phrase: a match is enough. */
const matchesPhrases = ({ keyword: scannedDocuments }: Candidate, query: ParsedQuery) =>
  query.phrases.length > 0 ? scannedDocuments.hasPhrase : scannedDocuments.matches > 0;
