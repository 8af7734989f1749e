import type { SessionPage, SessionRow } from "../../../src/surface/http/api-types.js";
import { get } from "../../api/request.js";
import { sessionLink } from "../../app/links.js";
import type { Route } from "../../app/router.js";
import { readUrlFilters } from "../../app/url-filters.js";
import { AgentName } from "../../components/agent-name.js";
import { CommandLine } from "../../components/copy-button.js";
import { isPendingRemoval } from "../../components/defer-removal.js";
import { Empty } from "../../components/empty.js";
import { FilterText } from "../../components/field.js";
import { FilterBar } from "../../components/filter-bar.js";
import { InlineText } from "../../components/inline-text.js";
import { formatCount, shortNumber } from "../../components/numbers.js";
import { Problem } from "../../components/problem.js";
import { SessionFilters, sessionFilterNames } from "../../components/session-filters.js";
import { Skeleton } from "../../components/skeleton.js";
import { Time } from "../../components/time.js";
import { usePagedRows } from "../../components/use-paged-rows.js";
import { ViewHeader } from "../../components/view-header.js";
import { VirtualList } from "../../components/virtual-list.js";

const names = ["text", ...sessionFilterNames];
const rowHeight = 64;

export function SessionList({ route }: { readonly route: Route }) {
  const filters = readUrlFilters(route, names);
  const query = Object.fromEntries(names.map((name) => [name, filters.get(name)]));
  const rows = usePagedRows<SessionRow>(
    async (offset, limit) => {
      const { sessions, total } = await get<SessionPage>("/api/sessions", { ...query, offset, limit });
      return { rows: sessions, total };
    },
    [JSON.stringify(query)],
  );
  const about = rows.total === undefined ? "Conversations with every agent." : formatCount(rows.total, "session");
  return (
    <div class="fill">
      <ViewHeader title="Sessions" about={about}>
        <FilterBar label="Filter sessions" filters={filters}>
          <FilterText label="Title" value={filters.get("text")} onChange={(text) => filters.set("text", text)} />
          <SessionFilters filters={filters} aboutFile="File" />
        </FilterBar>
      </ViewHeader>
      {rows.error && rows.total === undefined && (
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
    <a class={isPendingRemoval(id) ? "session-row gone" : "session-row"} href={sessionLink(id)}>
      <span class="session-title">
        <InlineText text={title || "Untitled session"} />
      </span>
      <span class="session-meta">
        <AgentName agent={agent} />
        <span>{project}</span>
        {branch && <span class="optional">{branch}</span>}
        <span>{formatCount(exchanges, "exchange")}</span>
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
    <Empty title="No session matches" icon="sessions">
      <p>
        Clear a filter, or press <kbd>/</kbd> to search the text of all sessions.
      </p>
    </Empty>
  ) : (
    <Empty title="No sessions yet" icon="sessions">
      <p>Connect your agents, and their sessions appear here live:</p>
      <CommandLine command="throughline install" />
      <p>Import the past sessions on this machine:</p>
      <CommandLine command="throughline import sessions" />
    </Empty>
  );
