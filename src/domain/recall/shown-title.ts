import { pastScope } from "../../store/memory/memory.js";
import type { SearchDocument } from "../../store/search/search-document.js";
import type { SearchHit } from "../search/search.js";

/** The title of a hit, with a note if it does not hold any more, or probably not. */
export const shownHitTitle = ({ document, isOutdated }: Pick<SearchHit, "document" | "isOutdated">): string => {
  const title = shownTitle(document);
  return isOutdated && title !== "" && document.scope !== pastScope
    ? `${title} (a newer result says otherwise)`
    : title;
};

/** A decision is indexed under its file name; its heading says what was decided. A memory that was replaced says so. */
type Titled = Pick<SearchDocument, "kind" | "title" | "body" | "scope">;

export function shownTitle({ kind, title, body, scope }: Titled): string {
  if (kind === "memory" && scope === pastScope) return `${title} (no longer holds)`;
  return (kind === "decision" && /^#\s+(?:\d+\s+-\s+)?(.+)$/m.exec(body)?.[1]?.trim()) || title;
}
