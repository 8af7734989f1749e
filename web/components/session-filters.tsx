import { agentOptions, projectOptions } from "../app/options.js";
import { service } from "../app/team.js";
import type { UrlFilters } from "../app/url-filters.js";
import { FilterDay, FilterSelect, FilterText } from "./field.js";

/** The query parameters that `SessionFilters` sets. */
export const sessionFilterNames = ["project", "agent", "since", "until", "file"];

/** Filters by project, agent, file and day. */
export const SessionFilters = ({
  filters,
  aboutFile,
}: {
  readonly filters: UrlFilters;
  readonly aboutFile: string;
}) => (
  <>
    <FilterSelect
      label="Project"
      value={filters.get("project")}
      options={projectOptions()}
      onChange={(value) => filters.set("project", value)}
    />
    {!service && (
      <FilterSelect
        label="Agent"
        value={filters.get("agent")}
        options={agentOptions}
        onChange={(value) => filters.set("agent", value)}
      />
    )}
    <FilterText
      label="File"
      placeholder={aboutFile}
      value={filters.get("file")}
      onChange={(value) => filters.set("file", value)}
    />
    <FilterDay label="From" value={filters.get("since")} onChange={(value) => filters.set("since", value)} />
    <FilterDay label="To" value={filters.get("until")} onChange={(value) => filters.set("until", value)} />
  </>
);
