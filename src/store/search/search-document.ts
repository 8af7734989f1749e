import { createHash } from "node:crypto";
import { tokensVersion } from "../../base/text/tokens.js";

/** A search document. A family writes one per record; the record itself is stored elsewhere. */
export interface SearchDocument {
  /** Unique within the tenant, such as `memory/mem_01hw…`. */
  readonly id: string;
  /** What it is: `memory`, `knowledge`, `exchange`, … */
  readonly kind: string;
  readonly project: string;
  /** Who may see it, in the family's own words; empty where the family has no scopes. */
  readonly scope: string;
  /** Its source: a file, a session, a row. Documents of one source are replaced together. */
  readonly source: string;
  /** The session it belongs to, or empty. Results per session are limited. */
  readonly session: string;
  /** When it was said or learned, in ISO form. */
  readonly at: string;
  readonly title: string;
  readonly body: string;
  /** The answer to the body. Counts less, because answers are long and repeat the question. */
  readonly reply: string;
  readonly files: readonly string[];
  readonly tags: readonly string[];
  /** Confidence, 0 to 1. */
  readonly confidence: number;
  /** Id of the document that this one replaces, or empty. */
  readonly supersedes: string;
  /** Text that is searched but not shown: commands and their output. Counts like the reply. */
  readonly details?: string;
}

const defaults = {
  scope: "",
  session: "",
  title: "",
  reply: "",
  files: [],
  tags: [],
  confidence: 1,
  supersedes: "",
} as const;

type RequiredField = "id" | "kind" | "project" | "source" | "at" | "body";

/** A document with defaults for omitted fields. */
export const searchDocument = (
  fields: Pick<SearchDocument, RequiredField> & Partial<Omit<SearchDocument, RequiredField>>,
): SearchDocument => ({ ...defaults, ...fields });

/** All but the details, which many have not. */
export const digestedFields = [
  ...(["id", "kind", "project", "scope", "source", "session", "at", "title", "body", "reply"] as const),
  ...(["files", "tags", "confidence", "supersedes"] as const),
];

/** Equal exactly when both documents have the same index content. */
export function digestOf(document: SearchDocument): string {
  const { details, ...fields } = document;
  // In this order, and without details where there are none, as in the digests of earlier versions.
  const content = [...digestedFields.map((name) => fields[name]), ...(details ? [details] : [])];
  return createHash("sha256")
    .update(JSON.stringify([tokensVersion, content]))
    .digest("base64url");
}
