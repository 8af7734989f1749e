import type { SqlRow, SqlSession, SqlValue } from "../../engine/sql.js";
import { selectRows } from "../rows.js";
import type { Where } from "../sql-text.js";
import type { SearchDocument } from "./search-document.js";

export interface IndexedDocument extends SearchDocument {
  readonly docId: number;
  /** Another document supersedes it; known of documents that were read by number. */
  readonly isReplaced?: boolean;
}

/** Lists are kept as JSON. */
export type DocumentRow = SqlRow &
  Required<Omit<SearchDocument, "files" | "tags">> & {
    readonly nr: number;
    readonly tenant: string;
    readonly files: string;
    readonly tags: string;
    readonly is_replaced?: number;
  };

export const toDocument = (row: DocumentRow): IndexedDocument => ({
  docId: row.nr,
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
  ...(row.details === "" ? {} : { details: row.details }),
  ...(row.is_replaced ? { isReplaced: true } : {}),
});

/** `rest` follows the condition: an order, a limit. */
export async function readDocuments(session: SqlSession, where: Where, rest = "", ...more: readonly SqlValue[]) {
  return (await selectRows<DocumentRow>(session, "* FROM search_documents", where, rest, ...more)).map(toDocument);
}
