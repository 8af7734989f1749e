import type { CountFilter } from "../record-counts.js";
import { type Condition, condition, escapeLike } from "../sql-text.js";
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
  const { projects, states, outcome } = filter;
  const tag = filter.tag === undefined ? undefined : JSON.stringify(filter.tag);
  const isById = selectsIds(filter, isServer);
  // Tags are stored as JSON, which contains the quoted tag.
  const tagged = isById || tag === undefined ? { tag } : { "tags LIKE ? ESCAPE '~'": `%${escapeLike(tag)}%` };
  const { text, params } = condition({ ...tagged, tenant, project: projects, state: states, outcome });
  const selected = isById ? "created_at, id FROM memory_tags" : "* FROM memories";
  return { text: `SELECT ${selected} WHERE ${text} ORDER BY created_at DESC, id DESC`, params };
}

/** The counter of what matches; undefined where none is kept. */
export function countFilterOf({ projects, states, tag, outcome }: MemoryFilter): CountFilter | undefined {
  if (outcome !== undefined) return undefined;
  if (tag === undefined) return { kinds: ["memories"], parts: projects, states };
  const parts = projects?.map((project) => `${project}\n${JSON.stringify(tag)}`);
  return parts && { kinds: ["memory_tags"], parts, states };
}
