import type { HitExplanation, SearchHitRow } from "../../../src/surface/http/api-types.js";
import { formatCount } from "../../components/numbers.js";

export interface ScoreBar {
  readonly name: string;
  /** 0 to 1. */
  readonly value: number;
  readonly words: string;
}

interface ExplainedHit extends Pick<SearchHitRow, "confidence"> {
  readonly why: HitExplanation;
  /** What was typed: its words are shown instead of their stems. */
  readonly query?: string;
}

/** The three scores that decide the order, each with a sentence. */
export const scoreBars = ({ why, confidence, query }: ExplainedHit): ScoreBar[] => [
  { name: "Keyword match", value: why.keywordMatch, words: keywordWords(why, query) },
  { name: "Meaning", value: Math.max(0, why.similarity ?? 0), words: meaningWords(why.similarity) },
  { name: "Freshness and confidence", value: why.quality, words: qualityWords(why.quality, confidence) },
];

const keywordWords = ({ terms }: HitExplanation, query: string | undefined): string =>
  terms.length === 0 ? "no word of the query" : `has ${joinWords(wordsOf(terms, query))}`;

/** `retry` instead of its stem `retri`. */
const wordsOf = (terms: HitExplanation["terms"], query = ""): string[] => {
  const queryWords = query.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
  const words = terms.map(
    ({ token }) => queryWords.find((word) => word.startsWith(token.slice(0, -1) || token)) ?? token,
  );
  return [...new Set(words)];
};

/** Cosine similarities of MiniLM: unrelated texts are below 0.25, paraphrases above 0.6. */
function meaningWords(similarity: number | undefined): string {
  if (similarity === undefined) return "not compared";
  if (similarity >= 0.6) return "says nearly the same";
  if (similarity >= 0.4) return "similar topic";
  return similarity >= 0.25 ? "loosely related" : "different topic";
}

const qualityWords = (quality: number, confidence: number): string =>
  quality >= 1 ? "no deduction" : `confidence ${Math.round(confidence * 100)}%`;

/** The same in one sentence. */
export function explainInWords({ why, confidence, query }: ExplainedHit): string {
  const matchedWords = wordsOf(why.terms, query);
  const parts = [
    matchedWords.length > 0 ? `matches ${joinWords(matchedWords)}` : "",
    why.similarity === undefined ? "" : meaningWords(why.similarity),
    why.quality < 1 ? qualityWords(why.quality, confidence) : "",
  ].filter(Boolean);
  const sentence = parts.join(", ");
  return sentence === "" ? "" : `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}

/** The numbers behind the bars. */
export function explanationDetails(why: HitExplanation, score: number): [string, string][] {
  const rows: [string, string | undefined][] = [
    ["Final score", score.toFixed(2)],
    ["Keyword rank", why.keywordRank?.toString()],
    ["Keyword score (BM25)", why.bm25.toFixed(2)],
    ["Semantic rank", why.semanticRank?.toString()],
    ["Cosine similarity", why.similarity?.toFixed(2)],
    ["Token similarity (MaxSim)", why.maxSim?.toFixed(2)],
    ["Relevance before deductions", why.relevance.toFixed(2)],
    ["Rare term", why.rareToken],
    [
      "Matched terms",
      why.terms.map(({ token, documents }) => `${token} (in ${formatCount(documents, "document")})`).join(", ") ||
        undefined,
    ],
  ];
  return rows.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as [string, string]]));
}

function joinWords(words: readonly string[]): string {
  const quoted = words.map((word) => `“${word}”`);
  return quoted.length < 2 ? quoted.join("") : `${quoted.slice(0, -1).join(", ")} and ${quoted.at(-1)}`;
}
