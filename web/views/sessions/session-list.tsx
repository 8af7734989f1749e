import type { SessionPage, SessionRow } from "../../../src/surface/http/api-types.js";
import { get } from "../../api/ask.js";
import { agentOptions, projectOptions } from "../../app/options.js";
import { linkTo, type Place } from "../../app/router.js";
import { filtersOf } from "../../app/use-filters.js";
import { AgentName } from "../../components/agent-name.js";
import { Empty } from "../../components/empty.js";
import { FilterDay, FilterSelect, FilterText } from "../../components/field.js";
import { FilterBar } from "../../components/filter-bar.js";
import { counted, shortNumber } from "../../components/numbers.js";
import { Problem } from "../../components/problem.js";
import { Skeleton } from "../../components/skeleton.js";
import { Time } from "../../components/time.js";
import { usePagedRows } from "../../components/use-paged-rows.js";
import { ViewHeader } from "../../components/view-header.js";
import { VirtualList } from "../../components/virtual-list.js";
import { isForgotten } from "./forget-session.js";

const names = ["text", "project", "agent", "since", "until", "file"];
const rowHeight = 64;

export function SessionList({ place }: { readonly place: Place }) {
  const filters = filtersOf(place, names);
  const asked = Object.fromEntries(names.map((name) => [name, filters.get(name)]));
  const rows = usePagedRows<SessionRow>(
    async (offset, limit) => {
      const { sessions, total } = await get<SessionPage>("/api/sessions", { ...asked, offset, limit });
      return { rows: sessions, total };
    },
    [JSON.stringify(asked)],
  );
  const about = rows.total === undefined ? "What was said and done." : counted(rows.total, "session");
  return (
    <div class="fill">
      <ViewHeader title="Sessions" about={about}>
        <FilterBar label="Filter sessions" filters={filters}>
          <FilterText
            label="Words of the title"
            value={filters.get("text")}
            onChange={(text) => filters.set("text", text)}
          />
          <FilterSelect
            label="Project"
            value={filters.get("project")}
            options={projectOptions()}
            onChange={(value) => filters.set("project", value)}
          />
          <FilterSelect
            label="Agent"
            value={filters.get("agent")}
            options={agentOptions}
            onChange={(value) => filters.set("agent", value)}
          />
          <FilterText label="File" value={filters.get("file")} onChange={(value) => filters.set("file", value)} />
          <FilterDay label="From" value={filters.get("since")} onChange={(value) => filters.set("since", value)} />
          <FilterDay label="To" value={filters.get("until")} onChange={(value) => filters.set("until", value)} />
        </FilterBar>
      </ViewHeader>
      {rows.error && (
        <div class="view-body">
          <Problem error={rows.error} onRetry={rows.reload} />
        </div>
      )}
      {rows.total === undefined && !rows.error && <Skeleton rows={10} />}
      {rows.total === 0 && <NoSessions isFiltered={filters.count > 0} />}
      {rows.total !== undefined && rows.total > 0 && (
        <VirtualList
          label="Sessions"
          total={rows.total}
          rowHeight={rowHeight}
          onShow={rows.show}
          rowId={(index) => rows.row(index)?.id}
          row={(index) => <Row session={rows.row(index)} />}
        />
      )}
    </div>
  );
}

function Row({ session }: { readonly session: SessionRow | undefined }) {
  if (!session)
    return (
      <div class="session-row" aria-hidden="true">
        <span class="skeleton-row" />
      </div>
    );
  const { id, title, agent, project, branch, exchanges, tokensIn, tokensOut, endedAt } = session;
  return (
    <a class={isForgotten(id) ? "session-row gone" : "session-row"} href={linkTo(["sessions", id])}>
      <span class="session-title">{title || "Untitled session"}</span>
      <span class="session-meta">
        <AgentName agent={agent} />
        <span>{project}</span>
        {branch && <span class="optional">{branch}</span>}
        <span>{counted(exchanges, "exchange")}</span>
        {tokensIn + tokensOut > 0 && <span class="optional">{shortNumber(tokensIn + tokensOut)} tokens</span>}
      </span>
      <span class="session-time">
        <Time at={endedAt} />
      </span>
    </a>
  );
}

const NoSessions = ({ isFiltered }: { readonly isFiltered: boolean }) =>
  isFiltered ? (
    <Empty title="No session fits" icon="sessions">
      <p>Take a filter away, or search what was said with the key /.</p>
    </Empty>
  ) : (
    <Empty title="No session yet" icon="sessions">
      <p>
        <code>throughline install</code> connects your agents; their sessions then appear here by themselves.
      </p>
      <p>
        <code>throughline import sessions</code> brings in those that agents have left on this machine.
      </p>
    </Empty>
  );
