import type { CountFilter } from "../record-counts.js";
import { sqlPlaceholders } from "../sql-placeholders.js";
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
export function selectMemories(
  tenant: string,
  filter: MemoryFilter,
  isServer: boolean,
): { text: string; params: string[] } {
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

function condition(
  tenant: string,
  { projects, states, tag, outcome }: MemoryFilter,
): { text: string; params: string[] } {
  const parts: readonly (readonly [string, readonly string[]])[] = [
    ["tenant = ?", [tenant]],
    ...(projects ? [[`project IN (${sqlPlaceholders(projects)})`, projects] as const] : []),
    ...(states ? [[`state IN (${sqlPlaceholders(states)})`, states] as const] : []),
    ...(outcome ? [["outcome = ?", [outcome]] as const] : []),
    // Tags are stored as JSON, which contains the quoted tag.
    ...(tag === undefined ? [] : [["tags LIKE ? ESCAPE '~'", [`%${likeText(JSON.stringify(tag))}%`]] as const]),
  ];
  return { text: parts.map(([text]) => text).join(" AND "), params: parts.flatMap(([, params]) => params) };
}

const likeText = (text: string) => text.replace(/[%_~]/g, "~$&");
