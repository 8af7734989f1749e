import type { RunPage, RunRow } from "../../../src/surface/http/api-types.js";
import { get } from "../../api/request.js";
import { runLink } from "../../app/links.js";
import { Badge } from "../../components/badge.js";
import { Empty } from "../../components/empty.js";
import { formatDollars, formatDuration } from "../../components/numbers.js";
import { PagedList } from "../../components/paged-list.js";
import { RowLink } from "../../components/row-list.js";
import { Time } from "../../components/time.js";
import { usePagedRows } from "../../components/use-paged-rows.js";
import { statusTones } from "./runs.js";

export function RunList({ project, selected }: { readonly project: string; readonly selected: string }) {
  const rows = usePagedRows<RunRow>(
    async (offset, limit) => {
      const { runs, total } = await get<RunPage>("/api/runs", { project, offset, limit });
      return { rows: runs, total };
    },
    [project],
  );
  return (
    <PagedList
      label="Runs"
      rows={rows}
      idOf={(run) => run.subAgentId}
      empty={<NoRuns />}
      row={(run) => (
        <RowLink
          href={runLink(run.subAgentId, project)}
          isSelected={run.subAgentId === selected}
          title={run.request}
          mark={<Badge tone={statusTones[run.status] ?? "plain"}>{run.status}</Badge>}
          about={
            <>
              <span>{run.kind}</span>
              <span>{run.repo}</span>
              <span>{formatDuration(run.durationMs)}</span>
              {run.cost > 0 && <span>{formatDollars(run.cost)}</span>}
              <Time at={run.startedAt} />
            </>
          }
        />
      )}
    />
  );
}

const NoRuns = () => (
  <Empty title="No runs yet" icon="agent">
    <p>
      Agents can ask questions about the other repositories of a project and make changes in them. Each run appears here
      live.
    </p>
  </Empty>
);
