export const filterNames = ["state", "project", "outcome", "tag"] as const;

export type MemoryFilters = Readonly<Record<(typeof filterNames)[number], string>>;

export const readFilters = (query: URLSearchParams): MemoryFilters => ({
  state: query.get("state") ?? "",
  project: query.get("project") ?? "",
  outcome: query.get("outcome") ?? "",
  tag: query.get("tag") ?? "",
});
