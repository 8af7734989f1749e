import type { Sql, SqlSession } from "../../engine/sql.js";
import type { SearchDocument } from "../search/search-document.js";
import type { SearchIndex } from "../search/search-index.js";
import { sqlPlaceholders } from "../sql-placeholders.js";
import { isCurrent, type Memory, type MemoryState, type Outcome } from "./memory.js";
import { type MemoryRow, memoryColumns, memoryDocument, memoryDocumentId, toMemory } from "./memory-row.js";

export interface MemoryFilter {
  readonly projects?: readonly string[];
  readonly states?: readonly MemoryState[];
  readonly tag?: string;
  readonly outcome?: Outcome;
}

/** How many memories of a project are in a state. */
export interface MemoryTally {
  readonly project: string;
  readonly state: MemoryState;
  readonly count: number;
}

/** That a text was forgotten: enough to know it again, not enough to read it. */
export interface Tombstone {
  readonly id: string;
  readonly project: string;
  readonly contentKey: string;
  readonly sketch: readonly number[];
  readonly by: string;
  readonly at: string;
}

/** Every call names the tenant: a query without one cannot be written. What is written is searchable at once. */
export interface MemoryStore {
  /**
   * Adds them, all or none, and gives back what is kept. Where the project has a current memory in the same words with
   * the same outcome, that one is kept instead, as `join` makes it.
   */
  add(tenant: string, memories: readonly Memory[], join?: (known: Memory, same: Memory) => Memory): Promise<Memory[]>;
  get(tenant: string, id: string): Promise<Memory | undefined>;
  many(tenant: string, ids: readonly string[]): Promise<Memory[]>;
  sameContent(tenant: string, project: string, contentKey: string): Promise<Memory[]>;
  /** Newest first. */
  list(tenant: string, filter: MemoryFilter, page: { limit: number; offset: number }): Promise<Memory[]>;
  /** Reads and writes in one transaction, so that two votes at once both count; undefined when there is no such memory. */
  change(tenant: string, id: string, change: (memory: Memory) => Memory): Promise<Memory | undefined>;
  /**
   * Adds what `make` makes of the memories as they are by then, and marks each of them as superseded by it, all or
   * nothing. `make` may refuse by throwing, and may run twice; undefined when one of the memories is not there.
   */
  supersede(
    tenant: string,
    ids: readonly string[],
    make: (...olds: readonly Memory[]) => Memory,
  ): Promise<Memory | undefined>;
  /**
   * Deletes a memory and makes those that it superseded current again, as `restore` returns them, in one transaction.
   * `restore` may refuse by throwing; undefined when the memory does not exist.
   */
  undoSupersede(
    tenant: string,
    id: string,
    restore: (old: Memory, memory: Memory) => Memory,
  ): Promise<Memory[] | undefined>;
  /** The memory and all that it came to replace, the newest first; empty when there is no such memory. */
  lineage(tenant: string, id: string): Promise<Memory[]>;
  /** Deletes the memory, what it replaced and what search knows of them, and leaves marks; how many there were. */
  forget(tenant: string, id: string, mark: (memory: Memory) => Tombstone): Promise<number>;
  forgotten(tenant: string, project: string): Promise<Tombstone[]>;
  /** Lifts a mark; false when there is none. */
  allowAgain(tenant: string, id: string): Promise<boolean>;
  count(tenant: string, filter?: MemoryFilter): Promise<number>;
  tally(tenant: string): Promise<MemoryTally[]>;
  /** What search should know of them, for writing its index anew. */
  documents(tenant: string): AsyncIterable<SearchDocument>;
}

const insertText = `INSERT INTO memories (tenant, ${memoryColumns.map(([name]) => name).join(", ")})
  VALUES (?, ${sqlPlaceholders(memoryColumns)})`;
const updateText = `UPDATE memories SET ${memoryColumns.map(([name]) => `${name} = ?`).join(", ")}
  WHERE tenant = ? AND id = ?`;
const valuesOf = (memory: Memory) => memoryColumns.map(([, read]) => read(memory));

type Documents = Pick<SearchIndex, "within">;

export function openMemoryStore(sql: Sql, documents: Documents): MemoryStore {
  return {
    add: (tenant, memories, join = (known) => known) =>
      sql.transaction(async (session) => {
        const kept: Memory[] = [];
        for (const memory of memories) {
          const known = await currentInSameWords(session, tenant, memory);
          if (known) kept.push(await update(session, documents, tenant, join(known, memory)));
          else kept.push(await insert(session, documents, tenant, memory));
        }
        return kept;
      }),

    get: (tenant, id) => read(sql, tenant, id),

    async many(tenant, ids) {
      if (ids.length === 0) return [];
      const text = `SELECT * FROM memories WHERE tenant = ? AND id IN (${sqlPlaceholders(ids)})`;
      return (await sql.all<MemoryRow>(text, [tenant, ...ids])).map(toMemory);
    },

    sameContent: (tenant, project, contentKey) => withContent(sql, tenant, project, contentKey),

    async list(tenant, filter, { limit, offset }) {
      const { text, params } = condition(tenant, filter);
      const rows = await sql.all<MemoryRow>(
        `SELECT * FROM memories WHERE ${text} ORDER BY created_at DESC, id DESC LIMIT ? OFFSET ?`,
        [...params, limit, offset],
      );
      return rows.map(toMemory);
    },

    change: (tenant, id, change) =>
      sql.transaction(async (session) => {
        const memory = await read(session, tenant, id);
        return memory && update(session, documents, tenant, change(memory));
      }),

    supersede: (tenant, ids, make) =>
      sql.transaction(async (session) => {
        const olds: Memory[] = [];
        for (const id of ids) {
          const old = await read(session, tenant, id);
          if (!old) return undefined;
          olds.push(old);
        }
        const memory = make(...olds);
        const replaced = { state: "superseded", supersededBy: memory.id, updatedAt: memory.createdAt } as const;
        for (const old of olds) await update(session, documents, tenant, { ...old, ...replaced });
        return insert(session, documents, tenant, memory);
      }),

    undoSupersede: (tenant, id, restore) =>
      sql.transaction(async (session) => {
        const memory = await read(session, tenant, id);
        if (!memory) return undefined;
        const restored = (await supersededBy(session, tenant, id)).map((old) => restore(old, memory));
        await remove(session, documents, tenant, id);
        return Promise.all(restored.map((old) => update(session, documents, tenant, old)));
      }),

    lineage: (tenant, id) => lineage(sql, tenant, id),

    forget: (tenant, id, mark) =>
      sql.transaction(async (session) => {
        const memories = await lineage(session, tenant, id);
        for (const memory of memories) await insertTombstone(session, documents, tenant, mark(memory));
        return memories.length;
      }),

    async forgotten(tenant, project) {
      const rows = await sql.all<Record<"id" | "content_key" | "sketch" | "forgotten_by" | "forgotten_at", string>>(
        "SELECT * FROM forgotten_memories WHERE tenant = ? AND project = ? ORDER BY id",
        [tenant, project],
      );
      return rows.map((row) => ({
        ...{ id: row.id, project, contentKey: row.content_key, by: row.forgotten_by, at: row.forgotten_at },
        sketch: JSON.parse(row.sketch) as number[],
      }));
    },

    allowAgain: async (tenant, id) =>
      (await sql.run("DELETE FROM forgotten_memories WHERE tenant = ? AND id = ?", [tenant, id])) > 0,

    async *documents(tenant) {
      for (let after = ""; ; ) {
        const text = "SELECT * FROM memories WHERE tenant = ? AND id > ? ORDER BY id LIMIT 500";
        const rows = await sql.all<MemoryRow>(text, [tenant, after]);
        for (const row of rows) yield memoryDocument(toMemory(row));
        const last = rows.at(-1);
        if (!last) return;
        after = last.id;
      }
    },

    async count(tenant, filter = {}) {
      const { text, params } = condition(tenant, filter);
      const [row] = await sql.all<{ n: number }>(`SELECT count(*) AS n FROM memories WHERE ${text}`, params);
      return Number(row?.n ?? 0);
    },

    async tally(tenant) {
      const rows = await sql.all<{ project: string; state: MemoryState; n: number }>(
        "SELECT project, state, count(*) AS n FROM memories WHERE tenant = ? GROUP BY project, state ORDER BY project, state",
        [tenant],
      );
      return rows.map(({ project, state, n }) => ({ project, state, count: Number(n) }));
    },
  };
}

async function read(session: SqlSession, tenant: string, id: string): Promise<Memory | undefined> {
  const [row] = await session.all<MemoryRow>("SELECT * FROM memories WHERE tenant = ? AND id = ?", [tenant, id]);
  return row && toMemory(row);
}

/** The oldest first. Put in order here: asked to do so, SQLite walks all memories of the tenant by id instead of finding the few. */
async function withContent(
  session: SqlSession,
  tenant: string,
  project: string,
  contentKey: string,
): Promise<Memory[]> {
  const text = "SELECT * FROM memories WHERE tenant = ? AND project = ? AND content_key = ?";
  const rows = await session.all<MemoryRow>(text, [tenant, project, contentKey]);
  return rows.map(toMemory).sort((a, b) => (a.id < b.id ? -1 : 1));
}

async function currentInSameWords(
  session: SqlSession,
  tenant: string,
  { project, contentKey, outcome }: Memory,
): Promise<Memory | undefined> {
  const same = await withContent(session, tenant, project, contentKey);
  return same.find((one) => isCurrent(one) && one.outcome === outcome);
}

async function lineage(session: SqlSession, tenant: string, id: string): Promise<Memory[]> {
  const first = await read(session, tenant, id);
  const memories = new Map(first ? [[id, first]] : []);
  // Grows while it is walked: what was replaced may have replaced others.
  for (const newer of memories.keys()) {
    for (const old of await supersededBy(session, tenant, newer)) if (!memories.has(old.id)) memories.set(old.id, old);
  }
  return [...memories.values()];
}

/** Newest first. */
async function supersededBy(session: SqlSession, tenant: string, id: string): Promise<Memory[]> {
  // The last condition names the rows that the index holds.
  const text = `SELECT * FROM memories WHERE tenant = ? AND superseded_by = ? AND superseded_by <> ''
    ORDER BY created_at DESC, id DESC`;
  return (await session.all<MemoryRow>(text, [tenant, id])).map(toMemory);
}

async function insert(session: SqlSession, documents: Documents, tenant: string, memory: Memory): Promise<Memory> {
  await session.run(insertText, [tenant, ...valuesOf(memory)]);
  await documents.within(session).put(tenant, [memoryDocument(memory)]);
  return memory;
}

async function update(session: SqlSession, documents: Documents, tenant: string, memory: Memory): Promise<Memory> {
  await session.run(updateText, [...valuesOf(memory), tenant, memory.id]);
  await documents.within(session).put(tenant, [memoryDocument(memory)]);
  return memory;
}

async function remove(session: SqlSession, documents: Documents, tenant: string, id: string): Promise<void> {
  await session.run("DELETE FROM memories WHERE tenant = ? AND id = ?", [tenant, id]);
  await documents.within(session).remove(tenant, [memoryDocumentId(id)]);
}

async function insertTombstone(
  session: SqlSession,
  documents: Documents,
  tenant: string,
  mark: Tombstone,
): Promise<void> {
  await remove(session, documents, tenant, mark.id);
  await session.run(
    `INSERT INTO forgotten_memories (tenant, id, project, content_key, sketch, forgotten_by, forgotten_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    [tenant, mark.id, mark.project, mark.contentKey, JSON.stringify(mark.sketch), mark.by, mark.at],
  );
}

function condition(
  tenant: string,
  { projects, states, tag, outcome }: MemoryFilter,
): { text: string; params: string[] } {
  const parts: readonly (readonly [string, readonly string[]])[] = [
    ["tenant = ?", [tenant]],
    ...(projects ? [[`project IN (${sqlPlaceholders(projects)})`, projects] as const] : []),
    ...(states ? [[`state IN (${sqlPlaceholders(states)})`, states] as const] : []),
    ...(outcome ? [["outcome = ?", [outcome]] as const] : []),
    // Tags are kept as JSON text: the quoted word stands in it as it is.
    ...(tag === undefined ? [] : [["tags LIKE ? ESCAPE '~'", [`%${likeText(JSON.stringify(tag))}%`]] as const]),
  ];
  return { text: parts.map(([text]) => text).join(" AND "), params: parts.flatMap(([, params]) => params) };
}

const likeText = (text: string) => text.replace(/[%_~]/g, "~$&");
