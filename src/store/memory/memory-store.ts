import type { Sql, SqlSession } from "../../engine/sql.js";
import { field, type RecordOf, recordTable } from "../record-table.js";
import { deleteRows, findWholeId, rowsById, updateRows } from "../rows.js";
import { type SearchDocument, searchDocument } from "../search/search-document.js";
import type { DocumentIndex } from "../search/search-index.js";
import type { SearchWriter } from "../search/search-writer.js";
import { isCurrent, type Memory, type MemoryState, memoryTable, pastScope } from "./memory.js";
import { countMemories, listMemories, type MemoryFilter, newestFirst } from "./memory-list.js";

/** How many memories of a project are in a state. */
export type MemoryTally = { readonly project: string; readonly state: MemoryState; readonly count: number };

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

/** Of a single memory, which is added concurrently with other ones unless they have the same text. */
const keyOfOne = ([memory, ...others]: readonly Memory[]): string | undefined =>
  memory && others.length === 0 ? `memory ${memory.project} ${memory.contentKey}` : undefined;

export function openMemoryStore(sql: Sql, documents: DocumentIndex) {
  const inTransaction = <T>(tenant: string, body: (memories: Memories) => Promise<T>, adding?: string) =>
    sql.transaction((session) => body(memoriesIn(session, documents.within(session), tenant)), adding);

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
      inTransaction(
        tenant,
        async ({ session, insert, update }) => {
          const stored: Memory[] = [];
          for (const memory of memories) {
            const { project, contentKey, outcome } = memory;
            const duplicates = await withContent(session, tenant, project, contentKey);
            const existing = duplicates.find((one) => isCurrent(one) && one.outcome === outcome);
            stored.push(await (existing ? update(join(existing, memory)) : insert(memory)));
          }
          return stored;
        },
        keyOfOne(memories),
      ),

    get: (tenant: string, id: string) => memoryTable.find(sql, { tenant, id }),

    getMany: (tenant: string, ids: readonly string[]) => memoryTable.select(sql, { tenant, id: ids }),

    sameContent: (tenant: string, project: string, contentKey: string) => withContent(sql, tenant, project, contentKey),

    /** Newest first. */
    list: (tenant: string, filter: MemoryFilter, page: { limit: number; offset: number }) =>
      listMemories(sql, tenant, filter, page),

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
      inTransaction(tenant, async ({ read, update }) => {
        const memory = await read(id);
        return memory && update(change(memory));
      }),

    /**
     * Adds the memory that `create` returns for the current versions, and marks each of them as superseded by it, in one
     * transaction. `create` may throw to cancel, and may run twice; undefined when one of the memories does not exist.
     */
    supersede: (tenant: string, ids: readonly string[], create: (...olds: readonly Memory[]) => Memory) =>
      inTransaction(tenant, async ({ read, insert, update }) => {
        const olds: Memory[] = [];
        for (const id of ids) {
          const old = await read(id);
          if (!old) return undefined;
          olds.push(old);
        }
        const memory = create(...olds);
        const supersededFields = { state: "superseded", supersededBy: memory.id, updatedAt: memory.createdAt } as const;
        for (const old of olds) await update({ ...old, ...supersededFields });
        return insert(memory);
      }),

    /**
     * Deletes a memory and makes those that it superseded current again, as `restore` returns them, in one transaction.
     * `restore` may throw to cancel; undefined when the memory does not exist.
     */
    undoSupersede: (tenant: string, id: string, restore: (old: Memory, memory: Memory) => Memory) =>
      inTransaction(tenant, async ({ session, read, update, remove }) => {
        const memory = await read(id);
        if (!memory) return undefined;
        const restored = (await supersededBy(session, tenant, id)).map((old) => restore(old, memory));
        await remove(id);
        return Promise.all(restored.map(update));
      }),

    /** The memory and all that it superseded, directly or not, the newest first; empty when there is no such memory. */
    lineage: (tenant: string, id: string) => lineage(sql, tenant, id),

    wholeId: (tenant: string, id: string) => findWholeId(sql, "memories", tenant, id),

    /** Deletes the memory, those it superseded and their search documents, and adds tombstones; returns how many. */
    forget: (tenant: string, id: string, tombstone: (memory: Memory) => Tombstone): Promise<number> =>
      inTransaction(tenant, async ({ session, read, update, bury }) => {
        const memories = await lineage(session, tenant, id);
        for (const memory of memories) await bury(tombstone(memory));
        // Later versions repeat its evidence, with its title.
        let later = memories[0]?.supersededBy ?? "";
        for (const seen = new Set<string>(); later !== "" && !seen.has(later); ) {
          seen.add(later);
          const version = await read(later);
          if (version) await update(withoutEvidenceOf(version, memories));
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
      inTransaction(tenant, async ({ session, read, update, bury }) => {
        const memory = await read(id);
        if (!memory) return false;
        const before = await supersededBy(session, tenant, id);
        const after = memory.supersededBy === "" ? undefined : await read(memory.supersededBy);
        const { isDeleted, changed } = decide(memory, { before, after });
        for (const one of changed) await update(one);
        if (isDeleted) await bury(tombstone(memory));
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

    count: (tenant: string, filter: MemoryFilter = {}) => countMemories(sql, tenant, filter),

    tally: (tenant: string): Promise<MemoryTally[]> =>
      sql.all<MemoryTally>(
        sql.dialect.isKeyedByTenant
          ? `SELECT part AS project, state, sum(records) AS count FROM record_counts WHERE tenant = ? AND kind = 'memories'
             GROUP BY part, state HAVING sum(records) > 0 ORDER BY part, state`
          : `SELECT project, state, count(*) AS count FROM memories WHERE tenant = ?
             GROUP BY project, state ORDER BY project, state`,
        [tenant],
      ),
  };
}

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

type Memories = ReturnType<typeof memoriesIn>;

/** Memories and their search documents within one transaction. */
function memoriesIn(session: SqlSession, documents: SearchWriter, tenant: string) {
  const remove = async (id: string): Promise<void> => {
    await deleteRows(session, "memories", { tenant, id });
    await documents.remove(tenant, [memoryDocumentId(id)]);
  };
  return {
    session,
    remove,

    read: (id: string) => memoryTable.find(session, { tenant, id }),

    async insert(memory: Memory): Promise<Memory> {
      // Together, because a database server receives statements that do not wait for each other in one message.
      await Promise.all([
        memoryTable.insert(session, { tenant }, memory),
        documents.add(tenant, memoryDocument(memory)),
      ]);
      return memory;
    },

    async update(memory: Memory): Promise<Memory> {
      await updateRows(session, "memories", { tenant, id: memory.id }, memoryTable.row(memory));
      await documents.put(tenant, [memoryDocument(memory)]);
      return memory;
    },

    /** Deletes a memory, and adds its tombstone. */
    async bury(tombstone: Tombstone): Promise<void> {
      await remove(tombstone.id);
      await tombstoneTable.insert(session, { tenant }, tombstone);
    },
  };
}

/** The oldest first. Sorted here, because with ORDER BY SQLite scans all memories of the tenant by id. */
async function withContent(session: SqlSession, tenant: string, project: string, key: string): Promise<Memory[]> {
  const memories = await memoryTable.select(session, { tenant, project, content_key: key });
  return memories.sort((a, b) => (a.id < b.id ? -1 : 1));
}

async function lineage(session: SqlSession, tenant: string, id: string): Promise<Memory[]> {
  const first = await memoryTable.find(session, { tenant, id });
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

export const memoryDocumentId = (id: string): string => `memory/${id}`;

/** The search document of a memory. The scope distinguishes current memories from those that were only heard, superseded or rejected. */
export const memoryDocument = (memory: Memory): SearchDocument =>
  searchDocument({
    id: memoryDocumentId(memory.id),
    kind: "memory",
    project: memory.project,
    scope: isCurrent(memory) ? "current" : memory.state === "heard" ? "heard" : pastScope,
    source: memory.id,
    at: memory.createdAt,
    title: memory.title,
    body: memory.content,
    files: memory.anchors.map(({ name }) => name),
    tags: memory.tags,
    confidence: memory.confidence,
    supersedes: memory.supersedes === "" ? "" : memoryDocumentId(memory.supersedes),
  });
