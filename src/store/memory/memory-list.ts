import type { SqlRow, SqlSession } from "../../engine/sql.js";
import { type CountFilter, keptCount } from "../record-counts.js";
import { selectNumber } from "../rows.js";
import { type Condition, condition, escapeLike } from "../sql-text.js";
import { type Memory, type MemoryState, memoryStates, memoryTable, type Outcome } from "./memory.js";

export const newestFirst = "ORDER BY created_at DESC, id DESC";

export interface MemoryFilter {
  readonly projects?: readonly string[];
  readonly states?: readonly MemoryState[];
  readonly tag?: string;
  readonly outcome?: Outcome;
}

/**
 * Each project and, on a server, each state by itself, in the order of its index: of several together, a database would
 * sort all memories.
 */
function inOrderOfIndex(filter: MemoryFilter, isByState: boolean): MemoryFilter[] {
  const { projects, states = isByState ? memoryStates : undefined } = filter;
  if (projects === undefined) return [filter];
  const ofProjects = projects.map((project) => ({ ...filter, projects: [project] }));
  return ofProjects.flatMap((one) => states?.map((state) => ({ ...one, states: [state] })) ?? [one]);
}

/**
 * Whether only ids and times are selected: a server has the tags as rows in the order of the list, and joined with
 * memories it might read all of them before it applies the limit.
 */
const selectsIds = ({ tag, outcome }: MemoryFilter, isServer: boolean): boolean =>
  isServer && tag !== undefined && outcome === undefined;

/** Selects the memories that match, newest first. */
function selectMemories(tenant: string, filter: MemoryFilter, isServer: boolean): Condition {
  const { projects, states, outcome } = filter;
  const tag = filter.tag === undefined ? undefined : JSON.stringify(filter.tag);
  const isById = selectsIds(filter, isServer);
  // Tags are stored as JSON, which contains the quoted tag.
  const tagged = isById || tag === undefined ? { tag } : { "tags LIKE ? ESCAPE '~'": `%${escapeLike(tag)}%` };
  const { text, params } = condition({ ...tagged, tenant, project: projects, state: states, outcome });
  const selected = isById ? "created_at, id FROM memory_tags" : "* FROM memories";
  return { text: `SELECT ${selected} WHERE ${text} ${newestFirst}`, params };
}

/** Newest first. */
export async function listMemories(
  sql: SqlSession,
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
}

type MemoryRow = SqlRow & { readonly id: string; readonly created_at: string };

/** As `newestFirst`. Times and ids are ASCII, which JavaScript orders as databases do. */
const byTime = (a: MemoryRow, b: MemoryRow) =>
  Number(a.created_at < b.created_at) - Number(a.created_at > b.created_at) || (a.id < b.id ? 1 : -1);

export async function countMemories(sql: SqlSession, tenant: string, filter: MemoryFilter): Promise<number> {
  const counter = countFilterOf(filter);
  const kept = counter && (await keptCount(sql, tenant, counter));
  if (kept !== undefined) return kept;
  const { text, params } = selectMemories(tenant, filter, sql.dialect.isKeyedByTenant);
  return selectNumber(sql, `SELECT count(*) AS n FROM (${text}) listed`, params);
}

/** The counter of what matches; undefined where none is kept. */
function countFilterOf({ projects, states, tag, outcome }: MemoryFilter): CountFilter | undefined {
  if (outcome !== undefined) return undefined;
  if (tag === undefined) return { kinds: ["memories"], parts: projects, states };
  const parts = projects?.map((project) => `${project}\n${JSON.stringify(tag)}`);
  return parts && { kinds: ["memory_tags"], parts, states };
}
