import { type Condition, condition } from "../sql-text.js";

/** Which documents a search may find. */
export interface SearchFilter {
  readonly kinds?: readonly string[] | undefined;
  readonly project?: string | undefined;
  /** Any of these, where one project has several names; overrides `project`. */
  readonly projects?: readonly string[] | undefined;
  readonly scopes?: readonly string[] | undefined;
  /** ISO times, both included. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  /** Only what belongs to this session. */
  readonly session?: string | undefined;
  /** Only what is about a file whose path contains one of these texts. */
  readonly fileParts?: readonly string[] | undefined;
  /** Only what comes from sessions of this agent. */
  readonly agent?: string | undefined;
}

/** The projects of a filter; undefined for all. */
export const projectsIn = ({ project, projects }: SearchFilter): readonly string[] | undefined =>
  projects ?? (project === undefined ? undefined : [project]);

/** The filter as a condition on `search_documents`, known as `d`. */
export function searchCondition(tenant: string, filter: SearchFilter): Condition {
  const { kinds, scopes, since, until, session, fileParts, agent } = filter;
  return condition({
    "d.tenant": tenant,
    "d.kind": kinds,
    "d.project": projectsIn(filter),
    "d.scope": scopes,
    "d.at >=": since,
    "d.at <=": until,
    "d.session": session,
    [`(${fileParts?.map(() => "d.files LIKE ?").join(" OR ")})`]: fileParts?.map((part) => `%${part}%`),
    [ofAgent]: agent,
  });
}

const ofAgent = "EXISTS (SELECT 1 FROM sessions s WHERE s.tenant = d.tenant AND s.id = d.session AND s.agent = ?)";
