import type { Sql, SqlSession } from "../../engine/sql.js";
import { keptCount } from "../record-counts.js";
import { field, type RecordOf, recordTable } from "../record-table.js";
import { countRows, deleteIds, deleteRows, findWholeId, rowsById, selectRows } from "../rows.js";
import { type SearchDocument, searchDocument } from "../search/search-document.js";
import type { DocumentIndex } from "../search/search-index.js";

export const checkpointTable = recordTable("checkpoints", {
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
  /** Share of the context window in use when it was saved, 0 to 100. */
  threshold: field<number | null | undefined>("number"),
  autoCreated: "flag",
  metadata: field<Readonly<Record<string, unknown>>>("json"),
  /** Empty where an earlier version saved it. */
  author: "text",
  createdAt: "text",
  owner: "text",
});

type OwnedCheckpoint = RecordOf<typeof checkpointTable>;

/** The saved state of a session, so that another one can resume it. */
export type Checkpoint = Omit<OwnedCheckpoint, "owner" | "threshold"> & { readonly threshold: number | undefined };

export interface CheckpointFilter {
  readonly sessionId?: string;
  /** The names of one project. */
  readonly projects?: readonly string[];
  /** Only those that a hook saved, or only the others. */
  readonly isAutomatic?: boolean | undefined;
}

/** Whose checkpoints: the account of the call, and the tenant it named. */
export type Owner = Readonly<Record<"tenant" | "owner", string>>;

/** Which checkpoints are deleted when a new one is added. */
export interface Retention {
  /** Automatic ones beyond this many of a session. */
  readonly keepAutomatic: number;
  /** All that are older, in ISO form; empty keeps every age. */
  readonly before: string;
}

export type CheckpointStore = ReturnType<typeof openCheckpointStore>;

/** Without `documents`, checkpoints are not searchable: a hook that saves one before compaction needs no index. */
export function openCheckpointStore(sql: Sql, documents?: DocumentIndex) {
  const removeDocuments = async (session: SqlSession, tenant: string, ids: readonly string[]) => {
    await documents?.within(session).remove(tenant, ids.map(checkpointDocumentId));
  };

  async function* all(tenant: string) {
    for await (const row of rowsById(sql, "checkpoints", { tenant }, { pageSize: 100 }))
      yield checkpointTable.read(row);
  }

  return {
    /** Of every owner, with their full state. */
    async *all(tenant: string): AsyncIterable<{ readonly owner: string; readonly checkpoint: Checkpoint }> {
      for await (const one of all(tenant)) yield { owner: one.owner, checkpoint: withoutOwner(one) };
    },

    add: ({ tenant, owner }: Owner, checkpoint: Checkpoint, { keepAutomatic, before }: Retention) =>
      sql.transaction(async (session) => {
        await checkpointTable.insert(session, { tenant }, { ...checkpoint, owner });
        if (!checkpoint.autoCreated)
          await documents?.within(session).put(tenant, [checkpointDocument(owner, checkpoint)]);
        const outdated = await deleteIds(session, "checkpoints", { tenant, owner, "created_at <": before });
        await removeDocuments(session, tenant, outdated);
        const ofSession = "tenant = ? AND owner = ? AND session_id = ? AND auto_created = 1";
        const key = [tenant, owner, checkpoint.sessionId];
        await session.run(
          `DELETE FROM checkpoints WHERE ${ofSession} AND id NOT IN (
             SELECT id FROM checkpoints WHERE ${ofSession} ORDER BY created_at DESC, id DESC LIMIT ?)`,
          [...key, ...key, keepAutomatic],
        );
        return checkpoint;
      }),

    async get({ tenant, owner }: Owner, id: string): Promise<Checkpoint | undefined> {
      const wholeId = await findWholeId(sql, "checkpoints", tenant, id);
      const owned = await checkpointTable.find(sql, { tenant, owner, id: wholeId });
      return owned && withoutOwner(owned);
    },

    /** Newest first, without their full state. */
    async list({ tenant, owner }: Owner, { sessionId, projects, isAutomatic }: CheckpointFilter, limit: number) {
      const chosen = {
        session_id: sessionId,
        project: projects,
        auto_created: isAutomatic === undefined ? undefined : Number(isAutomatic),
      };
      const where = { tenant, owner, ...chosen };
      const newestFirst = "ORDER BY created_at DESC, id DESC LIMIT ?";
      const rows = await selectRows(sql, `${listColumns} FROM checkpoints`, where, newestFirst, limit);
      const isFiltered = Object.values(chosen).some((value) => value !== undefined);
      const kept = isFiltered ? undefined : await keptCount(sql, tenant, { kinds: ["checkpoints"], parts: [owner] });
      const total = kept ?? (await countRows(sql, "checkpoints", where));
      return { checkpoints: rows.map(checkpointTable.read).map(withoutOwner), total };
    },

    remove: ({ tenant, owner }: Owner, id: string): Promise<boolean> =>
      sql.transaction(async (session) => {
        const isRemoved = (await deleteRows(session, "checkpoints", { tenant, owner, id })) > 0;
        if (isRemoved) await removeDocuments(session, tenant, [id]);
        return isRemoved;
      }),

    /** Search documents of the checkpoints that were saved on purpose, for rebuilding the index. */
    async *documents(tenant: string): AsyncIterable<SearchDocument> {
      for await (const one of all(tenant)) if (!one.autoCreated) yield checkpointDocument(one.owner, one);
    },
  };
}

export const checkpointDocumentId = (id: string): string => `checkpoint/${id}`;

export const checkpointDocument = (owner: string, one: Omit<Checkpoint, "threshold">): SearchDocument =>
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

// A state can be megabytes; a list must not read it.
const listColumns = checkpointTable.columns
  .map((name) => (name === "full_state" || name === "context" ? `'' AS ${name}` : name))
  .join(", ");

const withoutOwner = ({ owner: _, ...checkpoint }: OwnedCheckpoint): Checkpoint => ({
  ...checkpoint,
  threshold: checkpoint.threshold ?? undefined,
});
