import { sqlPlaceholders } from "../sql-placeholders.js";
/** Which documents a search may find. */
export interface SearchFilter {
  readonly kinds?: readonly string[];
  readonly project?: string;
  /** Any of these, where one project has several names; overrides `project`. */
  readonly projects?: readonly string[];
  readonly scopes?: readonly string[];
  /** ISO times, both included. */
  readonly since?: string;
  readonly until?: string;
  /** Only what belongs to this session. */
  readonly session?: string;
  /** Only what is about a file whose path contains one of these texts. */
  readonly fileParts?: readonly string[];
  /** Only what comes from sessions of this agent. */
  readonly agent?: string;
}

/** The projects of a filter; undefined for all. */
export const projectsIn = ({ project, projects }: SearchFilter): readonly string[] | undefined =>
  projects ?? (project === undefined ? undefined : [project]);

/** The filter as a condition on `search_documents`, known as `d`. */
export function searchCondition(tenant: string, filter: SearchFilter): { text: string; params: string[] } {
  const { kinds, scopes, since, until, session, fileParts, agent } = filter;
  const projects = projectsIn(filter);
  const parts: readonly (readonly [string, readonly string[]])[] = [
    ["d.tenant = ?", [tenant]],
    ...(kinds ? [[`d.kind IN (${sqlPlaceholders(kinds)})`, kinds] as const] : []),
    ...(projects ? [[`d.project IN (${sqlPlaceholders(projects)})`, projects] as const] : []),
    ...(scopes ? [[`d.scope IN (${sqlPlaceholders(scopes)})`, scopes] as const] : []),
    ...(since === undefined ? [] : [["d.at >= ?", [since]] as const]),
    ...(until === undefined ? [] : [["d.at <= ?", [until]] as const]),
    ...(session === undefined ? [] : [["d.session = ?", [session]] as const]),
    ...(fileParts ? [[anyFile(fileParts), fileParts.map((part) => `%${part}%`)] as const] : []),
    ...(agent === undefined ? [] : [[ofAgent, [agent]] as const]),
  ];
  return { text: parts.map(([text]) => text).join(" AND "), params: parts.flatMap(([, params]) => params) };
}

const anyFile = (parts: readonly string[]) => `(${parts.map(() => "d.files LIKE ?").join(" OR ")})`;
const ofAgent = "EXISTS (SELECT 1 FROM sessions s WHERE s.tenant = d.tenant AND s.id = d.session AND s.agent = ?)";
