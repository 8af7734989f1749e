import type { Sql, SqlSession } from "../../engine/sql.js";
import type { SearchDocument } from "../search/search-document.js";
import type { SearchIndex } from "../search/search-index.js";
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
export interface Forgotten {
  readonly id: string;
  readonly project: string;
  readonly contentKey: string;
  readonly sketch: readonly number[];
  readonly by: string;
  readonly at: string;
}

/** Every call names the tenant: a query without one cannot be written. What is written is searchable at once. */
export interface MemoryStore {
  add(tenant: string, memory: Memory): Promise<void>;
  /** Adds it unless its project has a current one of the same content and outcome, looked for in the same transaction; answers the one that is kept. */
  addOnce(tenant: string, memory: Memory): Promise<Memory>;
  /** Many at once, all or none. */
  addAll(tenant: string, memories: readonly Memory[]): Promise<void>;
  get(tenant: string, id: string): Promise<Memory | undefined>;
  many(tenant: string, ids: readonly string[]): Promise<Memory[]>;
  sameContent(tenant: string, project: string, contentKey: string): Promise<Memory[]>;
  /** Newest first. */
  list(tenant: string, filter: MemoryFilter, page: { limit: number; offset: number }): Promise<Memory[]>;
  /** Reads and writes in one transaction, so that two votes at once both count; undefined when there is no such memory. */
  change(tenant: string, id: string, change: (memory: Memory) => Memory): Promise<Memory | undefined>;
  /** Adds `memory` and marks the one it supersedes, both or neither. */
  supersede(tenant: string, memory: Memory): Promise<void>;
  /** Deletes the memories and what search knows of them, and leaves the marks in their place. */
  forget(tenant: string, marks: readonly Forgotten[]): Promise<void>;
  forgotten(tenant: string, project: string): Promise<Forgotten[]>;
  /** Lifts a mark; false when there is none. */
  allowAgain(tenant: string, id: string): Promise<boolean>;
  count(tenant: string, filter?: MemoryFilter): Promise<number>;
  tally(tenant: string): Promise<MemoryTally[]>;
  /** What search should know of them, for writing its index anew. */
  documents(tenant: string): AsyncIterable<SearchDocument>;
}

const insertText = `INSERT INTO memories (tenant, ${memoryColumns.map(([name]) => name).join(", ")})
  VALUES (?, ${memoryColumns.map(() => "?").join(", ")})`;
const updateText = `UPDATE memories SET ${memoryColumns.map(([name]) => `${name} = ?`).join(", ")}
  WHERE tenant = ? AND id = ?`;
const valuesOf = (memory: Memory) => memoryColumns.map(([, read]) => read(memory));

type Documents = Pick<SearchIndex, "within">;

export function openMemoryStore(sql: Sql, documents: Documents): MemoryStore {
  return {
    add: (tenant, memory) => sql.transaction((session) => insert(session, documents, tenant, memory)),
    addAll: (tenant, memories) =>
      sql.transaction(async (session) => {
        for (const memory of memories) await insert(session, documents, tenant, memory);
      }),
    addOnce: (tenant, memory) =>
      sql.transaction(async (session) => {
        const { project, contentKey: key, outcome } = memory;
        const kept = (await withContent(session, tenant, project, key)).find(
          (one) => isCurrent(one) && one.outcome === outcome,
        );
        if (!kept) await insert(session, documents, tenant, memory);
        return kept ?? memory;
      }),
    get: (tenant, id) => read(sql, tenant, id),

    async many(tenant, ids) {
      if (ids.length === 0) return [];
      const text = `SELECT * FROM memories WHERE tenant = ? AND id IN (${places(ids)})`;
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

    supersede: (tenant, memory) =>
      sql.transaction(async (session) => {
        const old = await read(session, tenant, memory.supersedes);
        const replaced = { state: "superseded", supersededBy: memory.id, updatedAt: memory.createdAt } as const;
        if (old) await update(session, documents, tenant, { ...old, ...replaced });
        await insert(session, documents, tenant, memory);
      }),

    forget: (tenant, marks) =>
      sql.transaction(async (session) => {
        for (const mark of marks) await bury(session, documents, tenant, mark);
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

async function withContent(session: SqlSession, tenant: string, project: string, key: string): Promise<Memory[]> {
  const text = "SELECT * FROM memories WHERE tenant = ? AND project = ? AND content_key = ? ORDER BY id";
  return (await session.all<MemoryRow>(text, [tenant, project, key])).map(toMemory);
}

async function insert(session: SqlSession, documents: Documents, tenant: string, memory: Memory): Promise<void> {
  await session.run(insertText, [tenant, ...valuesOf(memory)]);
  await documents.within(session).put(tenant, [memoryDocument(memory)]);
}

async function update(session: SqlSession, documents: Documents, tenant: string, memory: Memory): Promise<Memory> {
  await session.run(updateText, [...valuesOf(memory), tenant, memory.id]);
  await documents.within(session).put(tenant, [memoryDocument(memory)]);
  return memory;
}

async function bury(session: SqlSession, documents: Documents, tenant: string, mark: Forgotten): Promise<void> {
  await session.run("DELETE FROM memories WHERE tenant = ? AND id = ?", [tenant, mark.id]);
  await documents.within(session).remove(tenant, [memoryDocumentId(mark.id)]);
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
    ...(projects ? [[`project IN (${places(projects)})`, projects] as const] : []),
    ...(states ? [[`state IN (${places(states)})`, states] as const] : []),
    ...(outcome ? [["outcome = ?", [outcome]] as const] : []),
    // Tags are kept as JSON text: the quoted word stands in it as it is.
    ...(tag === undefined ? [] : [["tags LIKE ? ESCAPE '~'", [`%${likeText(JSON.stringify(tag))}%`]] as const]),
  ];
  return { text: parts.map(([text]) => text).join(" AND "), params: parts.flatMap(([, params]) => params) };
}

const places = (items: readonly unknown[]) => items.map(() => "?").join(", ");
const likeText = (text: string) => text.replace(/[%_~]/g, "~$&");
