import type { Sql, SqlRow, SqlSession } from "../../engine/sql.js";
import { keptCount } from "../record-counts.js";
import { recordTable } from "../record-table.js";
import { type SearchDocument, searchDocument } from "../search/search-document.js";
import type { SearchIndex } from "../search/search-index.js";
import { allOf, type Condition, findWholeId, insertInto, rowsById, selectNumber } from "../sql-text.js";

/** The saved state of a session, so that another one can resume it. */
export interface Checkpoint {
  readonly id: string;
  readonly sessionId: string;
  readonly project: string;
  readonly projectPath: string;
  readonly name: string;
  readonly description: string;
  readonly summary: string;
  readonly context: string;
  readonly fullState: string;
  readonly tokenCount: number;
  /** Share of the context window in use when it was saved, 0 to 100. */
  readonly threshold: number | undefined;
  readonly autoCreated: boolean;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Empty where an earlier version saved it. */
  readonly author: string;
  readonly createdAt: string;
}

export interface CheckpointFilter {
  readonly sessionId?: string;
  /** The names of one project. */
  readonly projects?: readonly string[];
  /** Only those that a hook saved, or only the others. */
  readonly isAutomatic?: boolean | undefined;
}

/** Whose checkpoints: the account of the call, and the tenant it named. */
export interface Owner {
  readonly tenant: string;
  readonly owner: string;
}

/** Which checkpoints are deleted when a new one is added. */
export interface Retention {
  /** Automatic ones beyond this many of a session. */
  readonly keepAutomatic: number;
  /** All that are older, in ISO form; empty keeps every age. */
  readonly before: string;
}

export interface CheckpointStore {
  add(owner: Owner, checkpoint: Checkpoint, retention: Retention): Promise<Checkpoint>;
  get(owner: Owner, id: string): Promise<Checkpoint | undefined>;
  /** Newest first, without their full state. */
  list(owner: Owner, filter: CheckpointFilter, limit: number): Promise<{ checkpoints: Checkpoint[]; total: number }>;
  remove(owner: Owner, id: string): Promise<boolean>;
  /** Search documents of the checkpoints that were saved on purpose, for rebuilding the index. */
  documents(tenant: string): AsyncIterable<SearchDocument>;
  /** Of every owner, with their full state. */
  all(tenant: string): AsyncIterable<{ readonly owner: string; readonly checkpoint: Checkpoint }>;
}

/** Without `documents`, checkpoints are not searchable: a hook that saves one before compaction needs no index. */
export function openCheckpointStore(sql: Sql, documents?: Pick<SearchIndex, "within">): CheckpointStore {
  const removeDocuments = async (session: SqlSession, tenant: string, ids: readonly string[]) => {
    await documents?.within(session).remove(tenant, ids.map(checkpointDocumentId));
  };
  async function* all(tenant: string) {
    for await (const row of rowsById<SqlRow & { id: string; owner: string }>(sql, "checkpoints", tenant, 100))
      yield { owner: row.owner, checkpoint: toCheckpoint(row) };
  }

  const count = async (owner: Owner, filter: CheckpointFilter) => {
    const isFiltered =
      filter.sessionId !== undefined || filter.projects !== undefined || filter.isAutomatic !== undefined;
    const counted = { kinds: ["checkpoints"], parts: [owner.owner] } as const;
    const kept = isFiltered ? undefined : await keptCount(sql, owner.tenant, counted);
    if (kept !== undefined) return kept;
    const { text, params } = condition(owner, filter);
    return selectNumber(sql, `SELECT count(*) AS n FROM checkpoints WHERE ${text}`, params);
  };

  return {
    all,
    add: ({ tenant, owner }, checkpoint, { keepAutomatic, before }) =>
      sql.transaction(async (session) => {
        await session.run(insertText, [tenant, owner, ...checkpointTable.values(checkpoint)]);
        if (!checkpoint.autoCreated)
          await documents?.within(session).put(tenant, [checkpointDocument(owner, checkpoint)]);
        const outdated = await session.all<{ id: string }>(
          "DELETE FROM checkpoints WHERE tenant = ? AND owner = ? AND created_at < ? RETURNING id",
          [tenant, owner, before],
        );
        await removeDocuments(
          session,
          tenant,
          outdated.map(({ id }) => id),
        );
        await session.run(
          `DELETE FROM checkpoints WHERE tenant = ? AND owner = ? AND session_id = ? AND auto_created = 1 AND id NOT IN (
             SELECT id FROM checkpoints WHERE tenant = ? AND owner = ? AND session_id = ? AND auto_created = 1
             ORDER BY created_at DESC, id DESC LIMIT ?)`,
          [tenant, owner, checkpoint.sessionId, tenant, owner, checkpoint.sessionId, keepAutomatic],
        );
        return checkpoint;
      }),

    async get({ tenant, owner }, id) {
      const text = "SELECT * FROM checkpoints WHERE tenant = ? AND owner = ? AND id = ?";
      const [row] = await sql.all(text, [tenant, owner, await findWholeId(sql, "checkpoints", tenant, id)]);
      return row && toCheckpoint(row);
    },

    async list(owner, filter, limit) {
      const { text, params } = condition(owner, filter);
      const rows = await sql.all(
        `SELECT ${listColumns} FROM checkpoints WHERE ${text} ORDER BY created_at DESC, id DESC LIMIT ?`,
        [...params, limit],
      );
      return { checkpoints: rows.map(toCheckpoint), total: await count(owner, filter) };
    },

    remove: ({ tenant, owner }, id) =>
      sql.transaction(async (session) => {
        const text = "DELETE FROM checkpoints WHERE tenant = ? AND owner = ? AND id = ?";
        const isRemoved = (await session.run(text, [tenant, owner, id])) > 0;
        if (isRemoved) await removeDocuments(session, tenant, [id]);
        return isRemoved;
      }),

    async *documents(tenant) {
      for await (const { owner, checkpoint } of all(tenant))
        if (!checkpoint.autoCreated) yield checkpointDocument(owner, checkpoint);
    },
  };
}

export const checkpointDocumentId = (id: string): string => `checkpoint/${id}`;

export const checkpointDocument = (owner: string, one: Checkpoint): SearchDocument =>
  searchDocument({
    id: checkpointDocumentId(one.id),
    kind: "checkpoint",
    project: one.project,
    scope: owner,
    source: one.id,
    session: one.sessionId,
    at: one.createdAt,
    title: one.name || (one.summary.split("\n")[0] ?? "").slice(0, 100),
    body: [one.summary, one.description, one.context].filter(Boolean).join("\n\n"),
  });

export const checkpointTable = recordTable<Checkpoint>({
  id: "text",
  sessionId: "text",
  project: "text",
  projectPath: "text",
  name: "text",
  description: "text",
  summary: "text",
  context: "text",
  fullState: "text",
  tokenCount: "number",
  threshold: "number",
  autoCreated: "flag",
  metadata: "json",
  author: "text",
  createdAt: "text",
});

const insertText = insertInto("checkpoints", ["tenant", "owner", ...checkpointTable.columns]);
// A state can be megabytes; a list must not read it.
const listColumns = checkpointTable.columns
  .map((name) => (name === "full_state" || name === "context" ? `'' AS ${name}` : name))
  .join(", ");

const toCheckpoint = (row: SqlRow): Checkpoint => {
  const checkpoint = checkpointTable.read(row);
  return { ...checkpoint, threshold: checkpoint.threshold ?? undefined };
};

const condition = ({ tenant, owner }: Owner, { sessionId, projects, isAutomatic }: CheckpointFilter): Condition =>
  allOf(
    ["tenant = ? AND owner = ?", [tenant, owner]],
    ["session_id = ?", sessionId],
    ["project IN (?)", projects],
    ["auto_created = ?", isAutomatic === undefined ? undefined : Number(isAutomatic)],
  );
