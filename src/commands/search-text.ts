import type { Paint } from "../base/paint.js";
import { groupHits, type HitGroup } from "../base/text/group-hits.js";
import { formatCount } from "../base/text/plural.js";
import { tidySnippet } from "../base/text/tidy-snippet.js";
import { onOneLine } from "../base/text-cells.js";
import type { RecallHit } from "../domain/recall/recall.js";
import type { SearchHit } from "../domain/search/search.js";
import { documentText } from "./pick/document-text.js";
import { factsOf, titleOf } from "./pick/hit-facts.js";
import type { PickAnswer } from "./pick/pick-state.js";

type Explanation = NonNullable<SearchHit["why"]>;

const factorNames: Readonly<Record<string, string>> = { age: "age", trust: "confidence", period: "period" };

/** How a hit was scored, for a person; `--json` has every value. */
function explainLines({ why, score }: Pick<SearchHit, "score"> & { why: Explanation }): string[] {
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
const explainLegend: readonly string[] = [
  "How results are scored:",
  "  keyword score        BM25: how well the words match; rare words and short documents count more.",
  "  semantic similarity  Cosine of the embeddings: how close the meaning is, even in other words. 1 is identical.",
  "  token similarity     MaxSim: how close each word of the query is to its nearest word of the document.",
  "  final score          All of these combined, 0 to 1, times a factor for age, confidence or period if below 1;",
  "                       half of it if a newer result says otherwise.",
];

export const pickedText = ({ hits: [hit] }: PickAnswer): string =>
  hit ? documentText(hit.document, hit.projectName) : "";

/** The hits of a search, each with where it is and the text around the match. */
export function searchText({ hits, found, searched, notice }: PickAnswer, paint: Paint): string {
  const nothing = `No relevant results in ${formatCount(searched, "document")}.`;
  const more = found - hits.length;
  const moreLine = `${formatCount(more, "more result")}; raise --limit to see ${more === 1 ? "it" : "them"}.`;
  const lines = hits.length === 0 ? [nothing] : groupHits(hits.map(toListed)).map((group) => groupText(group, paint));
  const legend = hits.some(({ why }) => why) ? ["", ...explainLegend] : [];
  const read = hits.length === 0 ? [] : ["Read one whole with `throughline show ID`."];
  const footer = [...(more > 0 ? [moreLine] : []), ...read, ...legend, ...(notice ? [notice] : [])];
  return [...lines, ...footer.map((line) => paint.dim(line))].join("\n");
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
function groupText({ hit: { hit }, others }: HitGroup<ListedHit>, paint: Paint): string {
  const rest = others.length === 0 ? [] : [paint.dim(`  and ${others.length} more like this; --json lists all`)];
  return [hitText(hit, paint), ...rest].join("\n");
}

function hitText(hit: RecallHit, paint: Paint): string {
  const { score, why, document } = hit;
  const title = onOneLine(titleOf(hit));
  const head = [paint.bold(title), paint.dim(onOneLine(factsOf(hit))), paint.dim(hit.shortId)];
  const snippet = document.kind === "code" ? hit.snippet : tidySnippet(hit.snippet);
  const answer = hit.answer === undefined ? [] : [`  → ${onOneLine(hit.answer)}`];
  const isShown = title.startsWith(onOneLine(snippet.text)) || (hit.answer ?? "").includes(onOneLine(snippet.text));
  const text = [...(isShown ? [] : [`  ${highlight(snippet, paint)}`]), ...answer];
  const scoring = why ? explainLines({ why, score }).map((line) => paint.dim(`    ${line}`)) : [];
  return [head.join("  "), ...text, ...scoring].join("\n");
}

/** From the end, so that inserted colors do not shift the remaining positions. */
const highlight = ({ text, marks }: RecallHit["snippet"], paint: Paint): string =>
  [...marks]
    .reverse()
    .reduce(
      (line, [from, to]) => line.slice(0, from) + paint.yellow(line.slice(from, to)) + line.slice(to),
      onOneLine(text),
    );
