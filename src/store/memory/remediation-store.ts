import type { Sql, SqlSession } from "../../engine/sql.js";
import type { RecordOf } from "../record-table.js";
import { countRows, deleteRows, findWholeId, insertRow, type Row, rowsById } from "../rows.js";
import { type SearchDocument, searchDocument } from "../search/search-document.js";
import type { DocumentIndex } from "../search/search-index.js";
import type { Where } from "../sql-text.js";
import type { Owner } from "./checkpoint-store.js";
import { type Remediation, remediationSearchScope, remediationTable } from "./remediation.js";

/** A remediation and the tenant it was recorded for. */
export type OwnedRemediation = RecordOf<typeof remediationTable>;

export interface RemediationFilter {
  readonly project?: string | undefined;
  readonly category?: string | undefined;
  /** Of fixes of scope team, only those of these teams. */
  readonly teams?: readonly string[] | undefined;
}

export type RemediationStore = ReturnType<typeof openRemediationStore>;

export const openRemediationStore = (sql: Sql, documents: DocumentIndex) => ({
  /** Adds it unless the owner has one with the same content, checked in the same transaction; returns the stored one. */
  add: ({ tenant, owner }: Owner, remediation: Remediation): Promise<Remediation> =>
    sql.transaction(async (session) => {
      const row = remediationTable.row({ ...remediation, owner });
      const candidates = await withFingerprint(session, tenant, remediation.fingerprint);
      const existing = candidates.find((candidate) => hasSameContent(remediationTable.row(candidate), row));
      if (existing) return withoutOwner(existing);
      await insertRow(session, "remediations", { tenant, ...row });
      await documents.within(session).add(tenant, remediationDocument(owner, remediation));
      return remediation;
    }, `remediation ${owner} ${remediation.fingerprint}`),

  /** Those among the ids that belong to the account. */
  getMany: (tenant: string, ids: readonly string[]) => remediationTable.select(sql, { tenant, id: ids }),

  withFingerprint: (tenant: string, fingerprint: string) => withFingerprint(sql, tenant, fingerprint),

  /** Newest first. */
  list: (tenant: string, filter: RemediationFilter, { limit, offset }: { limit: number; offset: number }) =>
    remediationTable.select(sql, matching(tenant, filter), `${newestFirst} LIMIT ? OFFSET ?`, limit, offset),

  count: (tenant: string, filter: RemediationFilter): Promise<number> =>
    countRows(sql, "remediations", matching(tenant, filter)),

  /** Deletes it and its search document; false when the account has none. */
  remove: (tenant: string, id: string): Promise<boolean> =>
    sql.transaction(async (session) => {
      await documents.within(session).remove(tenant, [remediationDocumentId(id)]);
      return (await deleteRows(session, "remediations", { tenant, id })) > 0;
    }),

  /** Their search documents, to rebuild the index. */
  async *documents(tenant: string): AsyncIterable<SearchDocument> {
    for await (const one of rowsById(sql, "remediations", { tenant }))
      yield remediationDocument(String(one.owner), remediationTable.read(one));
  },

  /** Reads and writes in one transaction; undefined when the owner has no such remediation. */
  change: ({ tenant, owner }: Owner, id: string, change: (remediation: Remediation) => Remediation) =>
    sql.transaction(async (session) => {
      const key = { tenant, owner, id: await findWholeId(session, "remediations", tenant, id) };
      const old = await remediationTable.find(session, key);
      if (!old) return undefined;
      const changed = change(withoutOwner(old));
      await remediationTable.update(session, key, changed);
      await documents.within(session).put(tenant, [remediationDocument(owner, changed)]);
      return changed;
    }),
});

const matching = (tenant: string, { project, category, teams }: RemediationFilter): Where => ({
  tenant,
  project,
  category,
  ...(teams?.length === 0 ? { "scope <> 'team'": true } : { "(scope <> 'team' OR team IN (?))": teams }),
});

const newestFirst = "ORDER BY created_at DESC, id DESC";

const withFingerprint = (session: SqlSession, tenant: string, fingerprint: string): Promise<OwnedRemediation[]> =>
  remediationTable.select(session, { tenant, fingerprint }, `${newestFirst} LIMIT 200`);

const withoutOwner = ({ owner: _, ...remediation }: OwnedRemediation): Remediation => remediation;

/** Columns that are not content: id, times, and later feedback. */
const metadataColumns = new Set(["id", "confidence", "usage_count", "created_at", "updated_at"]);

export const hasSameContent = (a: Row, b: Row): boolean =>
  remediationTable.columns.every((name) => metadataColumns.has(name) || a[name] === b[name]);

export const remediationDocumentId = (id: string): string => `remediation/${id}`;

export const remediationDocument = (owner: string, remediation: Remediation): SearchDocument =>
  searchDocument({
    id: remediationDocumentId(remediation.id),
    kind: "remediation",
    project: remediation.project,
    scope: remediationSearchScope(
      owner,
      remediation.scope,
      remediation.scope === "team" ? remediation.team : remediation.project,
    ),
    source: remediation.id,
    session: remediation.sessionId,
    at: remediation.createdAt,
    title: remediation.title,
    body: [remediation.problem, ...remediation.symptoms, remediation.rootCause].join("\n"),
    reply: remediation.solution,
    files: remediation.affectedFiles,
    tags: [...remediation.tags, remediation.category],
    confidence: remediation.confidence,
  });
