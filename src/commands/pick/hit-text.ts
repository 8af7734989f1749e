import type { Paint } from "../../base/paint.js";
import { joinLines } from "../../base/text/lines.js";
import { blankControls } from "../../base/text-cells.js";
import type { RecallHit } from "../../domain/recall/recall.js";
import { shownHitTitle, toRecallKind } from "../../domain/recall/shown-hit.js";

/** Never an internal id: a hit without a title is named by its file or the beginning of its text. */
export const titleOf = ({ document, path, snippet, isOutdated }: RecallHit): string =>
  shownHitTitle({ document, isOutdated }) || path || snippet.text.slice(0, 60) || toRecallKind(document.kind);

/** Kind, project, date and place, as far as they are known. */
export function factsOf({ document, path, line, projectName, score }: RecallHit): string {
  const date = document.at.startsWith("1970") ? "" : document.at.slice(0, 10);
  const place = line === undefined ? path : `${path}:${line}`;
  return [toRecallKind(document.kind), projectName, date, place, score.toFixed(2)].filter(Boolean).join(" · ");
}

/** The whole document of a hit as text for a person. */
export function documentText({ document, projectName }: Pick<RecallHit, "document" | "projectName">): string {
  const { id, kind, title, at, body, reply, files, tags } = document;
  const facts = [kind, projectName, at.slice(0, 16).replace("T", " "), id].filter(Boolean).join(" · ");
  const list = (name: string, items: readonly string[]) => items.length > 0 && `${name}: ${items.join(", ")}`;
  const lists = joinLines([list("Files", files), list("Tags", tags)]);
  const parts = [[title, facts].filter(Boolean).join("\n"), body, reply, lists];
  return blankControls(parts.filter(Boolean).join("\n\n"));
}

/** A line of a snippet with its marks in color; from the end, so that inserted colors do not shift the remaining positions. */
export const highlight = (line: string, marks: RecallHit["snippet"]["marks"], paint: Paint): string =>
  marks
    .filter(([from]) => from < line.length)
    .reduceRight((text, [from, to]) => text.slice(0, from) + paint.yellow(text.slice(from, to)) + text.slice(to), line);
