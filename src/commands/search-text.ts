import type { Paint } from "../base/paint.js";
import { groupHits, type HitGroup } from "../base/text/group-hits.js";
import type { Lines } from "../base/text/lines.js";
import { formatCount } from "../base/text/plural.js";
import { opening } from "../base/text/sentences.js";
import { tidySnippet } from "../base/text/tidy-snippet.js";
import { onOneLine } from "../base/text-cells.js";
import type { RecallHit } from "../domain/recall/recall.js";
import type { SearchHit } from "../domain/search/search.js";
import { documentText, factsOf, highlight, titleOf } from "./pick/hit-text.js";
import type { PickAnswer } from "./pick/pick-state.js";

type Explanation = NonNullable<SearchHit["why"]>;

const factorNames: Readonly<Record<string, string>> = { age: "age", trust: "confidence", period: "period" };

/** How a hit was scored, for a person; `--json` has every value. */
function explainLines({ why, score }: Pick<SearchHit, "score"> & { why: Explanation }): string[] {
  const { bm25, coverage, wordRank, similarity, maxSim, meaningRank, relevance, factors, terms, rareToken } = why;
  const rank = (value: number | undefined) => (value === undefined ? "" : `rank ${value}, `);
  const matches = terms.map(({ token, documents }) => `${token} (in ${formatCount(documents, "document")})`);
  const product = Object.entries(factors).map(([name, factor]) => ` × ${factorNames[name] ?? name} ${factor}`);
  return [
    bm25 === 0
      ? "keyword score 0"
      : `keyword score ${bm25} (${rank(wordRank)}covers ${Math.round(coverage * 100)}% of the query): ${matches.join(", ")}`,
    similarity === undefined
      ? "semantic similarity unknown (not embedded, or not used)"
      : `semantic similarity ${similarity}${meaningRank === undefined ? "" : ` (rank ${meaningRank})`}`,
    maxSim !== undefined && `token similarity ${maxSim}`,
    why.isSuccessor
      ? `final score ${score}, that of the older result that it replaces`
      : `final score ${score}${product.length > 0 ? ` = ${relevance}${product.join("")}` : ""}`,
    rareToken && `always listed: contains the rare term ${rareToken}`,
  ].filter((line) => typeof line === "string");
}

/** Each value explained once, below the results. */
const explainLegend: readonly string[] = [
  "How results are scored:",
  "  keyword score        BM25: how well the words match; rare words and short documents count more.",
  "  semantic similarity  Cosine of the embeddings: how close the meaning is, even in other words. 1 is identical.",
  "  token similarity     MaxSim: how close each word of the query is to its nearest word of the document.",
  "  final score          All of these combined, 0 to 1, times a factor for age, confidence or period if below 1;",
  "                       half of it if a newer result says otherwise.",
];

export const pickedText = ({ hits: [hit] }: PickAnswer): string => (hit ? documentText(hit) : "");

/** The hits of a search, each with where it is and the text around the match. */
export function searchText({ hits, found, searched, notice = "" }: PickAnswer, paint: Paint): Lines {
  const more = found - hits.length;
  const footer = [
    more > 0 ? [`${formatCount(more, "more result")}; raise --limit to see ${more === 1 ? "it" : "them"}.`] : [],
    hits.length > 0 ? ["Read one whole with `throughline show ID`."] : [],
    hits.some(({ why }) => why) ? ["", ...explainLegend] : [],
    notice === "" ? [] : [notice],
  ];
  return [
    hits.length === 0 && `No relevant results in ${formatCount(searched, "document")}.`,
    groupHits(hits.map(toListed)).map((group) => groupText(group, paint)),
    footer.flat().map((line) => paint.dim(line)),
  ];
}

const toListed = (hit: RecallHit) => ({
  kind: hit.document.kind,
  project: hit.projectName,
  title: titleOf(hit),
  snippet: hit.snippet,
  hit,
});
type ListedHit = ReturnType<typeof toListed>;

/** The best of hits that read the same, and how many others there are. */
const groupText = ({ hit: { hit }, others }: HitGroup<ListedHit>, paint: Paint): Lines => [
  hitText(hit, paint),
  others.length > 0 && paint.dim(`  and ${others.length} more like this; --json lists all`),
];

function hitText(hit: RecallHit, paint: Paint): Lines {
  const { score, why, document } = hit;
  const title = onOneLine(titleOf(hit));
  const head = [paint.bold(title), paint.dim(onOneLine(factsOf(hit))), paint.dim(hit.shortId)];
  const snippet = document.kind === "code" ? hit.snippet : tidySnippet(hit.snippet);
  const text = onOneLine(snippet.text);
  const isShown = title.startsWith(text) || (hit.answer ?? "").includes(text);
  return [
    head.join("  "),
    !isShown && `  ${highlight(text, snippet.marks, paint)}`,
    hit.answer !== undefined && `  → ${opening(onOneLine(hit.answer), 240)}`,
    why && explainLines({ why, score }).map((line) => paint.dim(`    ${line}`)),
  ];
}
