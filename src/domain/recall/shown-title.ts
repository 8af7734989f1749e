import type { SearchDocument } from "../../store/search/search-document.js";

/** A decision is indexed under its file name; its heading says what was decided. */
export const shownTitle = ({ kind, title, body }: Pick<SearchDocument, "kind" | "title" | "body">): string =>
  (kind === "decision" && /^#\s+(?:\d+\s+-\s+)?(.+)$/m.exec(body)?.[1]?.trim()) || title;
