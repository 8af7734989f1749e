import type { Paint } from "../base/paint.js";
import { formatCount } from "../base/text/plural.js";
import { onOneLine } from "../base/text-cells.js";
import type { RecallHit } from "../domain/recall/recall.js";
import { explainLegend, explainLines } from "./explain-lines.js";
import { documentText } from "./pick/document-text.js";
import { factsOf, titleOf } from "./pick/hit-facts.js";
import type { PickAnswer } from "./pick/pick-state.js";

export function pickedText({ hits: [hit] }: PickAnswer): string {
  return hit ? documentText(hit.document, hit.projectName) : "";
}

/** The hits of a search, each with where it is and the text around the match. */
export function searchText({ hits, found, searched, notice }: PickAnswer, paint: Paint): string {
  const nothing = `No relevant results in ${formatCount(searched, "document")}.`;
  const more = found - hits.length;
  const moreLine = `${formatCount(more, "more result")}; raise --limit to see ${more === 1 ? "it" : "them"}.`;
  const lines = hits.length === 0 ? [nothing] : hits.map((hit) => hitText(hit, paint));
  const legend = hits.some(({ why }) => why) ? ["", ...explainLegend] : [];
  const footer = [...(more > 0 ? [moreLine] : []), ...legend, ...(notice ? [notice] : [])];
  return [...lines, ...footer.map((line) => paint.dim(line))].join("\n");
}

function hitText(hit: RecallHit, paint: Paint): string {
  const { score, snippet, why } = hit;
  const head = [paint.bold(onOneLine(titleOf(hit))), paint.dim(onOneLine(factsOf(hit)))];
  const scoring = why ? explainLines({ why, score }).map((line) => paint.dim(`    ${line}`)) : [];
  return [head.join("  "), `  ${highlight(snippet, paint)}`, ...scoring].join("\n");
}

/** From the end, so that inserted colors do not shift the remaining positions. */
const highlight = ({ text, marks }: RecallHit["snippet"], paint: Paint): string =>
  [...marks]
    .reverse()
    .reduce(
      (line, [from, to]) => line.slice(0, from) + paint.yellow(line.slice(from, to)) + line.slice(to),
      onOneLine(text),
    );
