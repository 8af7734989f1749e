import type { SqlRow } from "../../engine/sql.js";
import type { SearchDocument } from "./search-document.js";

export interface IndexedDocument extends SearchDocument {
  readonly nr: number;
}

export interface DocumentRow extends SqlRow {
  readonly nr: number;
  readonly tenant: string;
  readonly id: string;
  readonly kind: string;
  readonly project: string;
  readonly scope: string;
  readonly source: string;
  readonly session: string;
  readonly at: string;
  readonly title: string;
  readonly body: string;
  readonly reply: string;
  readonly files: string;
  readonly tags: string;
  readonly confidence: number;
  readonly supersedes: string;
}

export const toDocument = (row: DocumentRow): IndexedDocument => ({
  nr: Number(row.nr),
  id: row.id,
  kind: row.kind,
  project: row.project,
  scope: row.scope,
  source: row.source,
  session: row.session,
  at: row.at,
  title: row.title,
  body: row.body,
  reply: row.reply,
  files: JSON.parse(row.files) as string[],
  tags: JSON.parse(row.tags) as string[],
  confidence: row.confidence,
  supersedes: row.supersedes,
});
