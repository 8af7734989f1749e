/** Which documents a search may find. */
export interface SearchFilter {
  readonly kinds?: readonly string[];
  readonly project?: string;
  readonly scopes?: readonly string[];
  /** ISO times, both included. */
  readonly since?: string;
  readonly until?: string;
}

/** The filter as a condition on `search_documents`, known as `d`. */
export function searchCondition(tenant: string, filter: SearchFilter): { text: string; params: string[] } {
  const { kinds, project, scopes, since, until } = filter;
  const parts: readonly (readonly [string, readonly string[]])[] = [
    ["d.tenant = ?", [tenant]],
    ...(kinds ? [[`d.kind IN (${marks(kinds)})`, kinds] as const] : []),
    ...(project === undefined ? [] : [["d.project = ?", [project]] as const]),
    ...(scopes ? [[`d.scope IN (${marks(scopes)})`, scopes] as const] : []),
    ...(since === undefined ? [] : [["d.at >= ?", [since]] as const]),
    ...(until === undefined ? [] : [["d.at <= ?", [until]] as const]),
  ];
  return { text: parts.map(([text]) => text).join(" AND "), params: parts.flatMap(([, params]) => params) };
}

const marks = (items: readonly unknown[]) => items.map(() => "?").join(", ");
