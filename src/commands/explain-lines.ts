import { formatCount } from "../base/text/plural.js";
import type { SearchHit } from "../domain/search/search.js";

type Explanation = NonNullable<SearchHit["why"]>;

const factorNames: Readonly<Record<string, string>> = { age: "age", trust: "confidence", period: "period" };

/** How a hit was scored, for a person; `--json` has every value. */
export function explainLines({ why, score }: Pick<SearchHit, "score"> & { why: Explanation }): string[] {
  const { bm25, coverage, wordRank, similarity, maxSim, meaningRank, relevance, factors, terms, rareToken } = why;
  const rank = (value: number | undefined) => (value === undefined ? "" : `rank ${value}, `);
  const matchedTerms = terms
    .map(({ token, documents }) => `${token} (in ${formatCount(documents, "document")})`)
    .join(", ");
  const product = Object.entries(factors).map(([name, factor]) => ` × ${factorNames[name] ?? name} ${factor}`);
  return [
    bm25 === 0
      ? "keyword score 0"
      : `keyword score ${bm25} (${rank(wordRank)}covers ${Math.round(coverage * 100)}% of the query): ${matchedTerms}`,
    similarity === undefined
      ? "semantic similarity unknown (not embedded, or not used)"
      : `semantic similarity ${similarity}${meaningRank === undefined ? "" : ` (rank ${meaningRank})`}`,
    ...(maxSim === undefined ? [] : [`token similarity ${maxSim}`]),
    why.isSuccessor
      ? `final score ${score}, that of the older result that it replaces`
      : `final score ${score}${product.length > 0 ? ` = ${relevance}${product.join("")}` : ""}`,
    ...(rareToken ? [`always listed: contains the rare term ${rareToken}`] : []),
  ];
}

/** Each value explained once, below the results. */
export const explainLegend: readonly string[] = [
  "How results are scored:",
  "  keyword score        BM25: how well the words match; rare words and short documents count more.",
  "  semantic similarity  Cosine of the embeddings: how close the meaning is, even in other words. 1 is identical.",
  "  token similarity     MaxSim: how close each word of the query is to its nearest word of the document.",
  "  final score          All of these combined, 0 to 1, times a factor for age, confidence or period if below 1;",
  "                       half of it if a newer result says otherwise.",
];
