import type { RecallHit } from "../../domain/recall/recall.js";
import { toRecallKind } from "../../domain/recall/recall-kinds.js";
import { shownHitTitle } from "../../domain/recall/shown-title.js";

/** Never an internal id: a hit without a title is named by its file or the beginning of its text. */
export const titleOf = ({ document, path, snippet, isOutdated }: RecallHit): string =>
  shownHitTitle({ document, isOutdated }) || path || snippet.text.slice(0, 60) || toRecallKind(document.kind);

/** Kind, project, date and place, as far as they are known. */
export function factsOf({ document, path, line, projectName, score }: RecallHit): string {
  const isTimeless = document.at.startsWith("1970");
  const place = path === undefined ? "" : line === undefined ? path : `${path}:${line}`;
  const date = isTimeless ? "" : document.at.slice(0, 10);
  return [toRecallKind(document.kind), projectName, date, place, score.toFixed(2)].filter(Boolean).join(" · ");
}
