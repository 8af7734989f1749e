export interface SearchHitRow {
  readonly id: string;
  readonly kind: string;
  readonly project: string;
  readonly session: string;
  readonly at: string;
  readonly title: string;
  readonly files: readonly string[];
  readonly tags: readonly string[];
  readonly confidence: number;
  readonly agent?: string;
  /** The file, session or row that it was indexed from. */
  readonly source: string;
  readonly score: number;
  readonly snippet: { readonly text: string; readonly marks: readonly (readonly [number, number])[] };
  readonly why?: HitExplanation;
  /** The beginning of the text, if the request asks for it. */
  readonly preview?: { readonly body: string; readonly reply: string };
}

/** Why a document was found. Scores are from 0 to 1 unless noted. */
export interface HitExplanation {
  /** BM25 times the share of the query that the document has. */
  readonly keywordMatch: number;
  /** Cosine similarity of the nearest passage; absent when it was not compared. */
  readonly similarity?: number;
  /** Product of the factors for age, confidence and period. */
  readonly quality: number;
  /** The matched terms of the query, and how many documents have each. */
  readonly terms: readonly { readonly token: string; readonly documents: number }[];
  /** Rank among the keyword results, from 1. */
  readonly keywordRank?: number;
  /** Rank among the semantic results, from 1. */
  readonly semanticRank?: number;
  readonly bm25: number;
  /** How close each word of the query is to its nearest word of the document, where tokens were matched. */
  readonly maxSim?: number;
  readonly relevance: number;
  /** A rare term of the query that guarantees this hit. */
  readonly rareToken?: string;
}

export interface SearchResults {
  readonly hits: readonly SearchHitRow[];
  readonly found: number;
  readonly searched: number;
  readonly notice?: string;
}
