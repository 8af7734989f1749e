import type { Sql, SqlRow, SqlSession, SqlValue } from "../../engine/sql.js";
import { recordTable } from "../record-table.js";
import { type SearchDocument, searchDocument } from "../search/search-document.js";
import type { SearchIndex } from "../search/search-index.js";
import {
  allOf,
  type Condition,
  findWholeId,
  insertInto,
  rowsById,
  selectNumber,
  sqlPlaceholders,
} from "../sql-text.js";
import type { Owner } from "./checkpoint-store.js";
import type { Remediation, RemediationScope } from "./remediation.js";

/** A remediation and the tenant it was recorded for. */
export interface OwnedRemediation extends Remediation {
  readonly owner: string;
}

export interface RemediationFilter {
  readonly project?: string | undefined;
  readonly category?: string | undefined;
  /** Of fixes of scope team, only those of these teams. */
  readonly teams?: readonly string[] | undefined;
}

export interface RemediationStore {
  /** Adds it unless the owner has one with the same content, checked in the same transaction; returns the stored one. */
  add(owner: Owner, remediation: Remediation): Promise<Remediation>;
  /** Those among the ids that belong to the account. */
  getMany(tenant: string, ids: readonly string[]): Promise<OwnedRemediation[]>;
  withFingerprint(tenant: string, fingerprint: string): Promise<OwnedRemediation[]>;
  /** Reads and writes in one transaction; undefined when the owner has no such remediation. */
  change(owner: Owner, id: string, change: (remediation: Remediation) => Remediation): Promise<Remediation | undefined>;
  /** Newest first. */
  list(tenant: string, filter: RemediationFilter, page: { limit: number; offset: number }): Promise<OwnedRemediation[]>;
  count(tenant: string, filter: RemediationFilter): Promise<number>;
  /** Deletes it and its search document; false when the account has none. */
  remove(tenant: string, id: string): Promise<boolean>;
  /** Their search documents, to rebuild the index. */
  documents(tenant: string): AsyncIterable<SearchDocument>;
}

export const openRemediationStore = (sql: Sql, documents: Pick<SearchIndex, "within">): RemediationStore => ({
  add: (owner, remediation) =>
    sql.transaction(async (session) => {
      const candidates = await withFingerprint(session, owner.tenant, remediation.fingerprint);
      const existing = candidates.find(
        (candidate) =>
          candidate.owner === owner.owner && hasSameContent(candidate, remediationTable.values(remediation)),
      );
      if (existing) return remediationTable.read(existing);
      await session.run(insertText, [owner.tenant, owner.owner, ...remediationTable.values(remediation)]);
      await documents.within(session).add(owner.tenant, remediationDocument(owner.owner, remediation));
      return remediation;
    }, `remediation ${owner.owner} ${remediation.fingerprint}`),

  async getMany(tenant, ids) {
    if (ids.length === 0) return [];
    const text = `SELECT * FROM remediations WHERE tenant = ? AND id IN (${sqlPlaceholders(ids)})`;
    return (await sql.all<RemediationRow>(text, [tenant, ...ids])).map(toOwned);
  },

  withFingerprint: async (tenant, fingerprint) => (await withFingerprint(sql, tenant, fingerprint)).map(toOwned),

  async list(tenant, filter, { limit, offset }) {
    const { text, params } = condition(tenant, filter);
    const rows = await sql.all<RemediationRow>(
      `SELECT * FROM remediations WHERE ${text} ORDER BY created_at DESC, id DESC LIMIT ? OFFSET ?`,
      [...params, limit, offset],
    );
    return rows.map(toOwned);
  },

  count(tenant, filter) {
    const { text, params } = condition(tenant, filter);
    return selectNumber(sql, `SELECT count(*) AS n FROM remediations WHERE ${text}`, params);
  },

  remove: (tenant, id) =>
    sql.transaction(async (session) => {
      await documents.within(session).remove(tenant, [remediationDocumentId(id)]);
      return (await session.run("DELETE FROM remediations WHERE tenant = ? AND id = ?", [tenant, id])) > 0;
    }),

  async *documents(tenant) {
    for await (const row of rowsById<RemediationRow>(sql, "remediations", tenant))
      yield remediationDocument(row.owner, remediationTable.read(row));
  },

  change: (owner, id, change) =>
    sql.transaction(async (session) => {
      const old = await read(session, owner, await findWholeId(session, "remediations", owner.tenant, id));
      if (!old) return undefined;
      const changed = change(old);
      await session.run(updateText, [...remediationTable.values(changed), owner.tenant, owner.owner, old.id]);
      await documents.within(session).put(owner.tenant, [remediationDocument(owner.owner, changed)]);
      return changed;
    }),
});

const condition = (tenant: string, { project, category, teams }: RemediationFilter): Condition =>
  allOf(
    ["tenant = ?", tenant],
    ["project = ?", project],
    ["category = ?", category],
    teams?.length === 0 ? ["scope <> 'team'", []] : ["(scope <> 'team' OR team IN (?))", teams],
  );

function withFingerprint(session: SqlSession, tenant: string, fingerprint: string): Promise<RemediationRow[]> {
  const text =
    "SELECT * FROM remediations WHERE tenant = ? AND fingerprint = ? ORDER BY created_at DESC, id DESC LIMIT 200";
  return session.all<RemediationRow>(text, [tenant, fingerprint]);
}

/** Columns that are not content: id, times, and later feedback. */
const metadataColumns = new Set(["id", "confidence", "usage_count", "created_at", "updated_at"]);

export const hasSameContent = (row: SqlRow, values: readonly SqlValue[]): boolean =>
  remediationTable.columns.every((name, i) => metadataColumns.has(name) || row[name] === values[i]);

async function read(session: SqlSession, { tenant, owner }: Owner, id: string): Promise<Remediation | undefined> {
  const text = "SELECT * FROM remediations WHERE tenant = ? AND owner = ? AND id = ?";
  const [row] = await session.all<RemediationRow>(text, [tenant, owner, id]);
  return row && remediationTable.read(row);
}

/** The search scope of a remediation: one project, one team, or the whole tenant. */
export const remediationSearchScope = (owner: string, scope: RemediationScope, within: string): string =>
  [owner, scope, scope === "org" ? "" : within].map(encodeURIComponent).join("/");

/** The team in a search scope; undefined if it is not a team's. */
export function teamOfSearchScope(scope: string): string | undefined {
  const [, kind, team = ""] = scope.split("/");
  return kind === "team" ? decodeURIComponent(team) : undefined;
}

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

export const remediationTable = recordTable<Remediation>({
  id: "text",
  scope: "text",
  team: "text",
  project: "text",
  category: "text",
  title: "text",
  problem: "text",
  symptoms: "json",
  rootCause: "text",
  solution: "text",
  failedAttempts: "json",
  verifiedBy: "text",
  codeDiff: "text",
  affectedFiles: "json",
  tags: "json",
  sessionId: "text",
  author: "text",
  confidence: "number",
  usageCount: "number",
  fingerprint: "text",
  createdAt: "text",
  updatedAt: "text",
});
const insertText = insertInto("remediations", ["tenant", "owner", ...remediationTable.columns]);
const updateText = `UPDATE remediations SET ${remediationTable.columns.map((name) => `${name} = ?`).join(", ")}
  WHERE tenant = ? AND owner = ? AND id = ?`;

type RemediationRow = SqlRow & { readonly id: string; readonly owner: string };

const toOwned = (row: RemediationRow): OwnedRemediation => ({ ...remediationTable.read(row), owner: row.owner });
