import type { CountFilter } from "../record-counts.js";
import { allOf, type Condition, escapeLike } from "../sql-text.js";
import { type MemoryState, memoryStates, type Outcome } from "./memory.js";

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
export function inOrderOfIndex(filter: MemoryFilter, isByState: boolean): MemoryFilter[] {
  const { projects, states = isByState ? memoryStates : undefined } = filter;
  if (projects === undefined) return [filter];
  const ofProjects = projects.map((project) => ({ ...filter, projects: [project] }));
  return ofProjects.flatMap((one) => states?.map((state) => ({ ...one, states: [state] })) ?? [one]);
}

/**
 * Whether only ids and times are selected: a server has the tags as rows in the order of the list, and joined with
 * memories it might read all of them before it applies the limit.
 */
export const selectsIds = ({ tag, outcome }: MemoryFilter, isServer: boolean): boolean =>
  isServer && tag !== undefined && outcome === undefined;

/** Selects the memories that match, newest first. */
export function selectMemories(tenant: string, filter: MemoryFilter, isServer: boolean): Condition {
  const { tag, ...rest } = filter;
  const isById = selectsIds(filter, isServer);
  const { text, params } = condition(tenant, isById ? rest : filter);
  const selected = isById ? "created_at, id FROM memory_tags WHERE tag = ? AND" : "* FROM memories WHERE";
  return {
    text: `SELECT ${selected} ${text} ORDER BY created_at DESC, id DESC`,
    params: [...(isById ? [JSON.stringify(tag)] : []), ...params],
  };
}

/** The counter of what matches; undefined where none is kept. */
export function countFilterOf({ projects, states, tag, outcome }: MemoryFilter): CountFilter | undefined {
  if (outcome !== undefined) return undefined;
  if (tag === undefined) return { kinds: ["memories"], parts: projects, states };
  const parts = projects?.map((project) => `${project}\n${JSON.stringify(tag)}`);
  return parts && { kinds: ["memory_tags"], parts, states };
}

const condition = (tenant: string, { projects, states, tag, outcome }: MemoryFilter): Condition =>
  allOf(
    ["tenant = ?", tenant],
    ["project IN (?)", projects],
    ["state IN (?)", states],
    ["outcome = ?", outcome],
    // Tags are stored as JSON, which contains the quoted tag.
    ["tags LIKE ? ESCAPE '~'", tag === undefined ? undefined : `%${escapeLike(JSON.stringify(tag))}%`],
  );
