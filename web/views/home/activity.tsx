import { useState } from "preact/hooks";
import type { Activity as ActivityAnswer } from "../../../src/surface/http/api-types.js";
import { get } from "../../api/request.js";
import { useAnswer } from "../../api/use-answer.js";
import { linkTo } from "../../app/router.js";
import { AgentName } from "../../components/agent-name.js";
import { ShowAnswer } from "../../components/show-answer.js";
import { ActivityChart, dayLink, describeColumn } from "./activity-chart.js";
import { agentsIn, type Column, lastDays, toColumns } from "./activity-columns.js";
import { UsageBars } from "./usage-bars.js";

const days = 42;

/** Sessions by day and agent, as a chart and as a table. */
export function Activity() {
  const answer = useAnswer((signal) => get<ActivityAnswer>("/api/activity", { days }, signal), []);
  const [hovered, setHovered] = useState<Column>();
  return (
    <section class="card" aria-labelledby="activity-title">
      <header>
        <h2 id="activity-title">Activity</h2>
        <span class="meta">{hovered ? describeColumn(hovered) : `Sessions a day, ${days} days`}</span>
      </header>
      <div class="card-body">
        <ShowAnswer answer={answer} rows={4}>
          {(value) => <Chart activity={value} onHover={setHovered} />}
        </ShowAnswer>
      </div>
    </section>
  );
}

interface ChartProps {
  readonly activity: ActivityAnswer;
  onHover(column: Column | undefined): void;
}

function Chart({ activity: { days: rows, agents: byAgent, projects }, onHover }: ChartProps) {
  const agents = agentsIn(rows);
  const columns = toColumns(rows, lastDays(new Date(), days), agents);
  return (
    <>
      <ActivityChart columns={columns} onHover={onHover} />
      <UsageBars
        title="By agent"
        rows={byAgent.map((row) => ({
          ...row,
          label: <AgentName agent={row.id} />,
          href: linkTo(["sessions"], { agent: row.id }),
        }))}
      />
      <UsageBars
        title="By project"
        rows={projects.map((row) => ({ ...row, label: row.name, href: linkTo(["sessions"], { project: row.id }) }))}
      />
      <details class="chart-table">
        <summary>As a table</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
        <div class="table-scroll" tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">Day</th>
                {agents.map((agent) => (
                  <th key={agent} scope="col">
                    <AgentName agent={agent} />
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {columns
                .filter(({ total }) => total > 0)
                .map(({ day, counts }) => (
                  <tr key={day}>
                    <th scope="row">
                      <a href={dayLink(day)}>{day}</a>
                    </th>
                    {counts.map(({ agent, count }) => (
                      <td key={agent}>{count}</td>
                    ))}
                  </tr>
                ))}
            </tbody>
          </table>
        </div>
      </details>
    </>
  );
}
