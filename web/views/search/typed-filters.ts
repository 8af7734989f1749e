/** A query with the filters that were typed into it: `retry agent:codex file:pay.ts kind:decision`. */
export interface TypedQuery {
  readonly text: string;
  /** Query parameters of the search request. */
  readonly filters: Readonly<Record<string, string>>;
}

const kindAliases: Readonly<Record<string, string>> = { session: "exchange", fix: "remediation", fixes: "remediation" };

interface NamedProject {
  readonly id: string;
  readonly name: string;
}

/** Words such as `kind:memory` become filters; everything else is the query. */
export function parseTypedFilters(typed: string, projects: readonly NamedProject[] = []): TypedQuery {
  const filters: Record<string, string> = {};
  const text = typed.replace(/(^|\s)(kind|agent|file|project|since|until):(\S+)/gi, (_, space: string, name, value) => {
    const key = (name as string).toLowerCase();
    filters[key === "kind" ? "kinds" : key] = filterValue(key, value as string, projects);
    return space;
  });
  return { text: text.replace(/\s{2,}/g, " ").trimStart(), filters };
}

function filterValue(name: string, value: string, projects: readonly NamedProject[]): string {
  if (name === "kind") {
    const singular = value.toLowerCase().replace(/s$/, "");
    return kindAliases[value.toLowerCase()] ?? kindAliases[singular] ?? singular;
  }
  if (name === "agent") return value.toLowerCase() === "claude" ? "claude-code" : value.toLowerCase();
  if (name === "project")
    return projects.find((project) => project.name.toLowerCase() === value.toLowerCase())?.id ?? value;
  return value;
}
