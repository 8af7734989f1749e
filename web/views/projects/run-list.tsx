import { callTool } from "../../api/ask.js";
import { useAnswer } from "../../api/use-answer.js";
import { linkTo } from "../../app/router.js";
import { Badge } from "../../components/badge.js";
import { Empty } from "../../components/empty.js";
import { duration } from "../../components/numbers.js";
import { RowList } from "../../components/row-list.js";
import { ShowAnswer } from "../../components/show-answer.js";
import { Time } from "../../components/time.js";
import { dollars, type Run, statusTones } from "./runs.js";

export function RunList({ project, chosen }: { readonly project: string; readonly chosen: string }) {
  const answer = useAnswer(() => callTool<{ runs: readonly Run[] }>("run_status", { project, limit: 100 }), [project]);
  return (
    <ShowAnswer answer={answer}>
      {({ runs }) =>
        runs.length === 0 ? (
          <Empty title="Nothing has run yet" icon="agent">
            <p>
              Agents ask other repositories with <code>query_repo</code> and work in them with{" "}
              <code>implement_in_repo</code>; each run is shown here while it happens.
            </p>
          </Empty>
        ) : (
          <RowList
            label="Runs"
            chosen={chosen}
            rows={runs.map((run) => ({
              ...{ id: run.subAgentId, href: linkTo(["projects", "runs", run.subAgentId], { project }) },
              title: run.request,
              mark: <Badge tone={statusTones[run.status] ?? "plain"}>{run.status}</Badge>,
              about: (
                <>
                  <span>{run.kind}</span>
                  <span>{run.repo}</span>
                  <span>{duration(run.durationMs)}</span>
                  {run.cost > 0 && <span>{dollars(run.cost)}</span>}
                  <Time at={run.startedAt} />
                </>
              ),
            }))}
          />
        )
      }
    </ShowAnswer>
  );
}
