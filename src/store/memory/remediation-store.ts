import type { Sql, SqlRow, SqlSession } from "../../engine/sql.js";
import { type SearchDocument, searchDocument } from "../search/search-document.js";
import type { SearchIndex } from "../search/search-index.js";
import { sqlPlaceholders } from "../sql-placeholders.js";
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

export function openRemediationStore(sql: Sql, documents: Pick<SearchIndex, "within">): RemediationStore {
  return {
    add: (owner, remediation) =>
      sql.transaction(async (session) => {
        const candidates = await withFingerprint(session, owner.tenant, remediation.fingerprint);
        const existing = candidates.find(
          (candidate) => candidate.owner === owner.owner && hasSameContent(candidate, remediation),
        );
        if (existing) return toRemediation(existing);
        await session.run(insertText, [owner.tenant, owner.owner, ...valuesOf(remediation)]);
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

    async count(tenant, filter) {
      const { text, params } = condition(tenant, filter);
      const [row] = await sql.all<{ n: number }>(`SELECT count(*) AS n FROM remediations WHERE ${text}`, params);
      return Number(row?.n ?? 0);
    },

    remove: (tenant, id) =>
      sql.transaction(async (session) => {
        await documents.within(session).remove(tenant, [documentId(id)]);
        return (await session.run("DELETE FROM remediations WHERE tenant = ? AND id = ?", [tenant, id])) > 0;
      }),

    async *documents(tenant) {
      for (let after = ""; ; ) {
        const text = "SELECT * FROM remediations WHERE tenant = ? AND id > ? ORDER BY id LIMIT 500";
        const rows = await sql.all<RemediationRow>(text, [tenant, after]);
        for (const row of rows) yield remediationDocument(row.owner, toRemediation(row));
        const last = rows.at(-1);
        if (!last) return;
        after = last.id;
      }
    },

    change: (owner, id, change) =>
      sql.transaction(async (session) => {
        const old = await read(session, owner, id);
        if (!old) return undefined;
        const changed = change(old);
        await session.run(updateText, [...valuesOf(changed), owner.tenant, owner.owner, id]);
        await documents.within(session).put(owner.tenant, [remediationDocument(owner.owner, changed)]);
        return changed;
      }),
  };
}

function condition(
  tenant: string,
  { project, category, teams }: RemediationFilter,
): { text: string; params: string[] } {
  const parts: readonly (readonly [string, string | undefined])[] = [
    ["tenant = ?", tenant],
    ["project = ?", project],
    ["category = ?", category],
  ];
  const active = parts.filter((part): part is readonly [string, string] => part[1] !== undefined);
  const texts = active.map(([text]) => text);
  const params = active.map(([, value]) => value);
  if (teams === undefined) return { text: texts.join(" AND "), params };
  const isVisible = teams.length === 0 ? "scope <> 'team'" : `(scope <> 'team' OR team IN (${sqlPlaceholders(teams)}))`;
  return { text: [...texts, isVisible].join(" AND "), params: [...params, ...teams] };
}

function withFingerprint(session: SqlSession, tenant: string, fingerprint: string): Promise<RemediationRow[]> {
  const text =
    "SELECT * FROM remediations WHERE tenant = ? AND fingerprint = ? ORDER BY created_at DESC, id DESC LIMIT 200";
  return session.all<RemediationRow>(text, [tenant, fingerprint]);
}

/** Columns that are not content: id, times, and later feedback. */
const metadataColumns = new Set(["id", "confidence", "usage_count", "created_at", "updated_at"]);

function hasSameContent(row: RemediationRow, remediation: Remediation): boolean {
  const values = valuesOf(remediation);
  return columns.every((name, i) => metadataColumns.has(name) || (row as SqlRow)[name] === values[i]);
}

async function read(session: SqlSession, { tenant, owner }: Owner, id: string): Promise<Remediation | undefined> {
  const text = "SELECT * FROM remediations WHERE tenant = ? AND owner = ? AND id = ?";
  const [row] = await session.all<RemediationRow>(text, [tenant, owner, id]);
  return row && toRemediation(row);
}

/** The search scope of a remediation: one project, one team, or the whole tenant. */
export const remediationSearchScope = (owner: string, scope: RemediationScope, within: string): string =>
  [owner, scope, scope === "org" ? "" : within].map(encodeURIComponent).join("/");

/** The team in a search scope; undefined if it is not a team's. */
export function teamOfSearchScope(scope: string): string | undefined {
  const [, kind, team = ""] = scope.split("/");
  return kind === "team" ? decodeURIComponent(team) : undefined;
}

const documentId = (id: string) => `remediation/${id}`;

const remediationDocument = (owner: string, remediation: Remediation): SearchDocument =>
  searchDocument({
    id: documentId(remediation.id),
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

const columns = [
  ...["id", "scope", "team", "project", "category", "title", "problem", "symptoms", "root_cause", "solution"],
  ...["failed_attempts", "verified_by", "code_diff", "affected_files", "tags", "session_id", "author", "confidence"],
  ...["usage_count", "fingerprint", "created_at", "updated_at"],
];
const insertText = `INSERT INTO remediations (tenant, owner, ${columns.join(", ")})
  VALUES (?, ?, ${sqlPlaceholders(columns)})`;
const updateText = `UPDATE remediations SET ${columns.map((name) => `${name} = ?`).join(", ")}
  WHERE tenant = ? AND owner = ? AND id = ?`;

const valuesOf = (remediation: Remediation) => [
  ...[
    remediation.id,
    remediation.scope,
    remediation.team,
    remediation.project,
    remediation.category,
    remediation.title,
    remediation.problem,
    JSON.stringify(remediation.symptoms),
  ],
  ...[
    remediation.rootCause,
    remediation.solution,
    JSON.stringify(remediation.failedAttempts),
    remediation.verifiedBy,
    remediation.codeDiff,
  ],
  ...[
    JSON.stringify(remediation.affectedFiles),
    JSON.stringify(remediation.tags),
    remediation.sessionId,
    remediation.author,
    remediation.confidence,
  ],
  ...[remediation.usageCount, remediation.fingerprint, remediation.createdAt, remediation.updatedAt],
];

interface RemediationRow extends SqlRow {
  readonly owner: string;
  readonly id: string;
  readonly scope: RemediationScope;
  readonly team: string;
  readonly project: string;
  readonly category: string;
  readonly title: string;
  readonly problem: string;
  readonly symptoms: string;
  readonly root_cause: string;
  readonly solution: string;
  readonly failed_attempts: string;
  readonly verified_by: string;
  readonly code_diff: string;
  readonly affected_files: string;
  readonly tags: string;
  readonly session_id: string;
  readonly author: string;
  readonly confidence: number;
  readonly usage_count: number;
  readonly fingerprint: string;
  readonly created_at: string;
  readonly updated_at: string;
}

const list = (json: string) => JSON.parse(json) as string[];

const toRemediation = (row: RemediationRow): Remediation => ({
  id: row.id,
  scope: row.scope,
  team: row.team,
  project: row.project,
  category: row.category,
  title: row.title,
  problem: row.problem,
  symptoms: list(row.symptoms),
  rootCause: row.root_cause,
  solution: row.solution,
  failedAttempts: list(row.failed_attempts),
  verifiedBy: row.verified_by,
  codeDiff: row.code_diff,
  affectedFiles: list(row.affected_files),
  tags: list(row.tags),
  sessionId: row.session_id,
  author: row.author,
  confidence: row.confidence,
  usageCount: Number(row.usage_count),
  fingerprint: row.fingerprint,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

const toOwned = (row: RemediationRow): OwnedRemediation => ({ ...toRemediation(row), owner: row.owner });
