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

/** Selects the memories that match, newest first. */
export function selectMemories(
  tenant: string,
  filter: MemoryFilter,
  isServer: boolean,
): { text: string; params: string[] } {
  const { tag, outcome, ...rest } = filter;
  if (!isServer || tag === undefined) {
    const { text, params } = condition(tenant, filter);
    return { text: `SELECT * FROM memories WHERE ${text} ORDER BY created_at DESC, id DESC`, params };
  }
  // A server has the tags as rows in the order of the list.
  const { text, params } = condition(tenant, rest);
  return {
    text: `SELECT m.* FROM (SELECT tenant, id, created_at FROM memory_tags WHERE tag = ? AND ${text}) t
      JOIN memories m ON m.tenant = t.tenant AND m.id = t.id ${outcome ? "WHERE m.outcome = ?" : ""}
      ORDER BY t.created_at DESC, t.id DESC`,
    params: [JSON.stringify(tag), ...params, ...(outcome ? [outcome] : [])],
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
