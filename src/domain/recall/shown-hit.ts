import { pastScope } from "../../store/memory/memory.js";
import type { SearchDocument } from "../../store/search/search-document.js";
import type { SearchHit } from "../search/search.js";

/** Kinds of records by the names that tools and commands use, and the kinds of their search documents. */
const documentKindOf = {
  memory: "memory",
  fix: "remediation",
  checkpoint: "checkpoint",
  session: "exchange",
  knowledge: "knowledge",
  decision: "decision",
  convention: "convention",
  skill: "skill",
  code: "code",
} as const;

export type RecallKind = keyof typeof documentKindOf;

export const recallKinds = Object.keys(documentKindOf) as [RecallKind, ...RecallKind[]];

export const toDocumentKind = (kind: RecallKind): string => documentKindOf[kind];

export const toRecallKind = (documentKind: string): string =>
  recallKinds.find((kind) => documentKindOf[kind] === documentKind) ?? documentKind;

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
