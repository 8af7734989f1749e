import type { Sql, SqlRow, SqlSession } from "../../engine/sql.js";
import { keptCount } from "../record-counts.js";
import { field, type RecordOf, recordTable } from "../record-table.js";
import { deleteRows, findWholeId, rowsById, selectNumber, updateRows } from "../rows.js";
import type { SearchDocument } from "../search/search-document.js";
import type { SearchIndex } from "../search/search-index.js";
import { isCurrent, type Memory, type MemoryState, memoryDocument, memoryDocumentId, memoryTable } from "./memory.js";
import { countFilterOf, inOrderOfIndex, type MemoryFilter, selectMemories, selectsIds } from "./memory-filter.js";

/** How many memories of a project are in a state. */
export interface MemoryTally {
  readonly project: string;
  readonly state: MemoryState;
  readonly count: number;
}

export const tombstoneTable = recordTable("forgotten_memories", {
  id: "text",
  project: "text",
  contentKey: "text",
  sketch: field<readonly number[]>("json"),
  by: field<string>("text", "forgotten_by"),
  at: field<string>("text", "forgotten_at"),
});

/** The mark of a forgotten text: hashes that recognize it, but not the text itself. */
export type Tombstone = RecordOf<typeof tombstoneTable>;

/** What becomes of a version of a memory and of the versions next to it. */
export interface VersionRemoval {
  readonly isDeleted: boolean;
  readonly changed: readonly Memory[];
}

/** Every method requires the tenant. Written memories are searchable at once. */
export type MemoryStore = ReturnType<typeof openMemoryStore>;

/** What a list is sorted by. */
type MemoryRow = SqlRow & { readonly id: string; readonly created_at: string };

type Documents = Pick<SearchIndex, "within">;

/** Of a single memory, which is added concurrently with other ones unless they have the same text. */
const keyOfOne = ([memory, ...others]: readonly Memory[]): string | undefined =>
  memory && others.length === 0 ? `memory ${memory.project} ${memory.contentKey}` : undefined;

export function openMemoryStore(sql: Sql, documents: Documents) {
  return {
    /**
     * Adds memories in one transaction and returns what is stored. If the project has a current memory with the same text
     * and outcome, that one is updated by `join` instead.
     */
    add: (
      tenant: string,
      memories: readonly Memory[],
      join: (existing: Memory, added: Memory) => Memory = (existing) => existing,
    ): Promise<Memory[]> =>
      sql.transaction(async (session) => {
        const stored: Memory[] = [];
        for (const memory of memories) {
          const existing = await findCurrentDuplicate(session, tenant, memory);
          if (existing) stored.push(await update(session, documents, tenant, join(existing, memory)));
          else stored.push(await insert(session, documents, tenant, memory));
        }
        return stored;
      }, keyOfOne(memories)),

    get: (tenant: string, id: string): Promise<Memory | undefined> => read(sql, tenant, id),

    getMany: (tenant: string, ids: readonly string[]) => memoryTable.select(sql, { tenant, id: ids }),

    sameContent: (tenant: string, project: string, contentKey: string): Promise<Memory[]> =>
      withContent(sql, tenant, project, contentKey),

    /** Newest first. */
    async list(
      tenant: string,
      filter: MemoryFilter,
      { limit, offset }: { limit: number; offset: number },
    ): Promise<Memory[]> {
      const { isKeyedByTenant } = sql.dialect;
      const filters = inOrderOfIndex(filter, isKeyedByTenant);
      const isOne = filters.length === 1;
      const page = isOne ? [limit, offset] : [offset + limit, 0];
      const lists = filters.map((one) => {
        const { text, params } = selectMemories(tenant, one, isKeyedByTenant);
        return sql.all<MemoryRow>(`${text} LIMIT ? OFFSET ?`, [...params, ...page]);
      });
      const sorted = (await Promise.all(lists)).flat().sort(byTime);
      const rows = isOne ? sorted : sorted.slice(offset, offset + limit);
      if (!selectsIds(filter, isKeyedByTenant)) return rows.map(memoryTable.read);
      return memoryTable.select(sql, { tenant, id: rows.map(({ id }) => id) }, newestFirst);
    },

    /** Those that may be given without being asked for: verified, or written here and not retired; newest first. */
    trusted: (tenant: string, projects: readonly string[], limit: number): Promise<Memory[]> =>
      memoryTable.select(
        sql,
        { tenant, project: projects },
        `AND (state = 'verified' OR (state = 'candidate' AND source <> 'imported')) ${newestFirst} LIMIT ?`,
        limit,
      ),

    /** Reads and writes in one transaction, so that concurrent votes all count; undefined when there is no such memory. */
    change: (tenant: string, id: string, change: (memory: Memory) => Memory): Promise<Memory | undefined> =>
      sql.transaction(async (session) => {
        const memory = await read(session, tenant, id);
        return memory && update(session, documents, tenant, change(memory));
      }),

    /**
     * Adds the memory that `create` returns for the current versions, and marks each of them as superseded by it, in one
     * transaction. `create` may throw to cancel, and may run twice; undefined when one of the memories does not exist.
     */
    supersede: (
      tenant: string,
      ids: readonly string[],
      create: (...olds: readonly Memory[]) => Memory,
    ): Promise<Memory | undefined> =>
      sql.transaction(async (session) => {
        const olds: Memory[] = [];
        for (const id of ids) {
          const old = await read(session, tenant, id);
          if (!old) return undefined;
          olds.push(old);
        }
        const memory = create(...olds);
        const supersededFields = { state: "superseded", supersededBy: memory.id, updatedAt: memory.createdAt } as const;
        for (const old of olds) await update(session, documents, tenant, { ...old, ...supersededFields });
        return insert(session, documents, tenant, memory);
      }),

    /**
     * Deletes a memory and makes those that it superseded current again, as `restore` returns them, in one transaction.
     * `restore` may throw to cancel; undefined when the memory does not exist.
     */
    undoSupersede: (
      tenant: string,
      id: string,
      restore: (old: Memory, memory: Memory) => Memory,
    ): Promise<Memory[] | undefined> =>
      sql.transaction(async (session) => {
        const memory = await read(session, tenant, id);
        if (!memory) return undefined;
        const restored = (await supersededBy(session, tenant, id)).map((old) => restore(old, memory));
        await remove(session, documents, tenant, id);
        return Promise.all(restored.map((old) => update(session, documents, tenant, old)));
      }),

    /** The memory and all that it superseded, directly or not, the newest first; empty when there is no such memory. */
    lineage: (tenant: string, id: string): Promise<Memory[]> => lineage(sql, tenant, id),

    wholeId: (tenant: string, id: string): Promise<string> => findWholeId(sql, "memories", tenant, id),

    /** Deletes the memory, those it superseded and their search documents, and adds tombstones; returns how many. */
    forget: (tenant: string, id: string, tombstone: (memory: Memory) => Tombstone): Promise<number> =>
      sql.transaction(async (session) => {
        const memories = await lineage(session, tenant, id);
        for (const memory of memories) await insertTombstone(session, documents, tenant, tombstone(memory));
        // Later versions repeat its evidence, with its title.
        let later = memories[0]?.supersededBy ?? "";
        for (const seen = new Set<string>(); later !== "" && !seen.has(later); ) {
          seen.add(later);
          const version = await read(session, tenant, later);
          if (version) await update(session, documents, tenant, withoutEvidenceOf(version, memories));
          later = version?.supersededBy ?? "";
        }
        return memories.length;
      }),

    /**
     * Deletes or changes one version of a memory, as `decide` returns for it, those that it superseded and the one that
     * superseded it, in one transaction; returns whether it was deleted.
     */
    removeVersion: (
      tenant: string,
      id: string,
      decide: (
        memory: Memory,
        versions: { readonly before: readonly Memory[]; readonly after: Memory | undefined },
      ) => VersionRemoval,
      tombstone: (memory: Memory) => Tombstone,
    ): Promise<boolean> =>
      sql.transaction(async (session) => {
        const memory = await read(session, tenant, id);
        if (!memory) return false;
        const before = await supersededBy(session, tenant, id);
        const after = memory.supersededBy === "" ? undefined : await read(session, tenant, memory.supersededBy);
        const { isDeleted, changed } = decide(memory, { before, after });
        for (const one of changed) await update(session, documents, tenant, one);
        if (isDeleted) await insertTombstone(session, documents, tenant, tombstone(memory));
        return isDeleted;
      }),

    tombstones: (tenant: string, project: string) => tombstoneTable.select(sql, { tenant, project }, "ORDER BY id"),

    /** False when there is none. */
    removeTombstone: async (tenant: string, id: string): Promise<boolean> =>
      (await deleteRows(sql, "forgotten_memories", { tenant, id })) > 0,

    /** Their search documents, to rebuild the index. */
    async *documents(tenant: string): AsyncIterable<SearchDocument> {
      for await (const row of rowsById(sql, "memories", { tenant })) yield memoryDocument(memoryTable.read(row));
    },

    async count(tenant: string, filter: MemoryFilter = {}): Promise<number> {
      const counter = countFilterOf(filter);
      const kept = counter && (await keptCount(sql, tenant, counter));
      if (kept !== undefined) return kept;
      const { text, params } = selectMemories(tenant, filter, sql.dialect.isKeyedByTenant);
      return selectNumber(sql, `SELECT count(*) AS n FROM (${text}) listed`, params);
    },

    tally: (tenant: string): Promise<MemoryTally[]> =>
      sql.all<MemoryTally & SqlRow>(
        sql.dialect.isKeyedByTenant
          ? `SELECT part AS project, state, sum(records) AS count FROM record_counts WHERE tenant = ? AND kind = 'memories'
             GROUP BY part, state HAVING sum(records) > 0 ORDER BY part, state`
          : `SELECT project, state, count(*) AS count FROM memories WHERE tenant = ?
             GROUP BY project, state ORDER BY project, state`,
        [tenant],
      ),
  };
}

const newestFirst = "ORDER BY created_at DESC, id DESC";
/** The same. Times and ids are ASCII, which JavaScript orders as databases do. */
const byTime = (a: MemoryRow, b: MemoryRow) =>
  Number(a.created_at < b.created_at) - Number(a.created_at > b.created_at) || (a.id < b.id ? 1 : -1);

/** A version without what it says about forgotten ones before it. */
function withoutEvidenceOf(version: Memory, forgotten: readonly Memory[]): Memory {
  const theirs = new Set(forgotten.flatMap(({ evidence }) => evidence.map((one) => JSON.stringify(one))));
  const names = new Set(forgotten.flatMap(({ id, title }) => [id, title]));
  const own = version.evidence.filter(
    (one) => !theirs.has(JSON.stringify(one)) && !names.has(one.title) && !names.has(one.from ?? ""),
  );
  const { createdAt: at, author, title } = version;
  const isFirst = names.has(version.supersedes);
  return {
    ...version,
    evidence: own.length > 0 ? own : [{ at, author, title }],
    supersedes: isFirst ? "" : version.supersedes,
    reason: isFirst ? "" : version.reason,
  };
}

const read = (session: SqlSession, tenant: string, id: string): Promise<Memory | undefined> =>
  memoryTable.find(session, { tenant, id });

/** The oldest first. Sorted here, because with ORDER BY SQLite scans all memories of the tenant by id. */
const withContent = async (
  session: SqlSession,
  tenant: string,
  project: string,
  contentKey: string,
): Promise<Memory[]> =>
  (await memoryTable.select(session, { tenant, project, content_key: contentKey })).sort((a, b) =>
    a.id < b.id ? -1 : 1,
  );

async function findCurrentDuplicate(
  session: SqlSession,
  tenant: string,
  { project, contentKey, outcome }: Memory,
): Promise<Memory | undefined> {
  const duplicates = await withContent(session, tenant, project, contentKey);
  return duplicates.find((candidate) => isCurrent(candidate) && candidate.outcome === outcome);
}

async function lineage(session: SqlSession, tenant: string, id: string): Promise<Memory[]> {
  const first = await read(session, tenant, id);
  const memories = new Map(first ? [[id, first]] : []);
  // The map grows during the loop: a superseded memory may have superseded others.
  for (const newer of memories.keys()) {
    for (const old of await supersededBy(session, tenant, newer)) if (!memories.has(old.id)) memories.set(old.id, old);
  }
  return [...memories.values()];
}

/** Newest first. */
const supersededBy = (session: SqlSession, tenant: string, id: string): Promise<Memory[]> =>
  // The last condition makes the partial index usable.
  memoryTable.select(session, { tenant, superseded_by: id }, `AND superseded_by <> '' ${newestFirst}`);

async function insert(session: SqlSession, documents: Documents, tenant: string, memory: Memory): Promise<Memory> {
  // Together, because a database server receives statements that do not wait for each other in one message.
  await Promise.all([
    memoryTable.insert(session, { tenant }, memory),
    documents.within(session).add(tenant, memoryDocument(memory)),
  ]);
  return memory;
}

async function update(session: SqlSession, documents: Documents, tenant: string, memory: Memory): Promise<Memory> {
  await updateRows(session, "memories", { tenant, id: memory.id }, memoryTable.row(memory));
  await documents.within(session).put(tenant, [memoryDocument(memory)]);
  return memory;
}

async function remove(session: SqlSession, documents: Documents, tenant: string, id: string): Promise<void> {
  await deleteRows(session, "memories", { tenant, id });
  await documents.within(session).remove(tenant, [memoryDocumentId(id)]);
}

async function insertTombstone(
  session: SqlSession,
  documents: Documents,
  tenant: string,
  tombstone: Tombstone,
): Promise<void> {
  await remove(session, documents, tenant, tombstone.id);
  await tombstoneTable.insert(session, { tenant }, tombstone);
}
