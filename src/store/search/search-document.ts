import { createHash } from "node:crypto";
import { tokensVersion } from "../../base/text/tokens.js";

/** Something that can be found. A family writes one per record; the record itself stays where it is. */
export interface SearchDocument {
  /** Unique within the tenant, such as `memory/mem_01hw…`. */
  readonly id: string;
  /** What it is: `memory`, `knowledge`, `exchange`, … */
  readonly kind: string;
  readonly project: string;
  /** Who may see it, in the family's own words; empty where the family has no scopes. */
  readonly scope: string;
  /** What it was made from: a file, a session, a row. Documents of one source are replaced together. */
  readonly source: string;
  /** The session it belongs to, or empty: few results come from one session. */
  readonly session: string;
  /** When it was said or learned, in ISO form. */
  readonly at: string;
  readonly title: string;
  readonly body: string;
  /** What was answered to the body: counts less, because answers are long and say what was asked again. */
  readonly reply: string;
  readonly files: readonly string[];
  readonly tags: readonly string[];
  /** How far it is trusted, 0 to 1. */
  readonly confidence: number;
  /** Id of the document that this one replaces, or empty. */
  readonly supersedes: string;
  /** Text that it is found by but that is not shown: commands and what they printed. Counts as the reply does. */
  readonly details?: string;
}

const boringDocument = {
  scope: "",
  session: "",
  title: "",
  reply: "",
  files: [],
  tags: [],
  confidence: 1,
  supersedes: "",
} as const;

type Needed = "id" | "kind" | "project" | "source" | "at" | "body";

/** A document with the usual values for all that is left out. */
export const searchDocument = (
  facts: Pick<SearchDocument, Needed> & Partial<Omit<SearchDocument, Needed>>,
): SearchDocument => ({ ...boringDocument, ...facts });

/** Equal exactly when the index would hold the same for both. */
export function digestOf(document: SearchDocument): string {
  const {
    id,
    kind,
    project,
    scope,
    source,
    session,
    at,
    title,
    body,
    reply,
    files,
    tags,
    confidence,
    supersedes,
    details,
  } = document;
  const facts = [
    id,
    kind,
    project,
    scope,
    source,
    session,
    at,
    title,
    body,
    reply,
    files,
    tags,
    confidence,
    supersedes,
    // Digests of documents without details stay what they were before there were any.
    ...(details ? [details] : []),
  ];
  return createHash("sha256")
    .update(JSON.stringify([tokensVersion, facts]))
    .digest("base64url");
}
