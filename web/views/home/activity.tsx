import type { DayActivity } from "../../../src/surface/http/api-types.js";
import { get } from "../../api/request.js";
import { useAnswer } from "../../api/use-answer.js";
import { AgentName } from "../../components/agent-name.js";
import { ShowAnswer } from "../../components/show-answer.js";
import { ActivityChart, dayLink } from "./activity-chart.js";
import { agentsIn, lastDays, toColumns } from "./activity-columns.js";
import { AgentTokens } from "./agent-tokens.js";

const days = 42;

/** Sessions by day and agent, as a chart and as a table. */
export function Activity() {
  const answer = useAnswer((signal) => get<{ days: readonly DayActivity[] }>("/api/activity", { days }, signal), []);
  return (
    <section class="card" aria-labelledby="activity-title">
      <header>
        <h2 id="activity-title">Activity</h2>
        <span class="meta">Sessions a day, {days} days</span>
      </header>
      <div class="card-body">
        <ShowAnswer answer={answer} rows={4}>
          {(value) => <Chart rows={value.days} />}
        </ShowAnswer>
      </div>
    </section>
  );
}

function Chart({ rows }: { readonly rows: readonly DayActivity[] }) {
  const agents = agentsIn(rows);
  const columns = toColumns(rows, lastDays(new Date(), days), agents);
  return (
    <>
      <ActivityChart columns={columns} />
      <AgentTokens rows={rows} />
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
