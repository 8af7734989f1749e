import type { RunStatistics } from "../../../src/surface/http/api-types.js";
import { get } from "../../api/request.js";
import { useAnswer } from "../../api/use-answer.js";
import { linkTo } from "../../app/router.js";
import { formatCount, formatDollars, formatDuration, shortNumber, wholeNumber } from "../../components/numbers.js";
import { ShowAnswer } from "../../components/show-answer.js";
import { BarChart } from "./bar-chart.js";

const dayName = new Intl.DateTimeFormat("en", { month: "short", day: "numeric", timeZone: "UTC" });

/** Leads to the sessions of the day, which runs are too. */
const barOf = (day: string) => ({
  name: dayName.format(new Date(day)),
  href: linkTo(["sessions"], { since: day, until: day }),
});

/** The cost of the runs of a project, and the cache hits that saved some. */
export function RunCharts({ project }: { readonly project: string }) {
  const answer = useAnswer((stop) => get<RunStatistics>("/api/runs/statistics", { project }, stop), [project]);
  return (
    <ShowAnswer answer={answer}>
      {(stats) => (
        <div class="detail">
          <dl class="numbers">
            <Figure name="Runs" value={wholeNumber(stats.runs)} about={`${stats.failed} failed`} />
            <Figure name="Cost" value={formatDollars(stats.cost)} about={`${formatDuration(stats.averageMs)} a run`} />
            <Figure name="Tokens" value={shortNumber(stats.tokens)} about="in and out" />
            <Figure
              name="Cache hits"
              value={`${stats.queries === 0 ? 0 : Math.round((100 * stats.cacheHits) / stats.queries)}%`}
              about={`${stats.cacheHits} of ${formatCount(stats.queries, "question")}`}
            />
          </dl>
          <BarChart
            title="Cost by day"
            bars={stats.days.map(({ day, cost }) => ({ ...barOf(day), value: cost }))}
            show={formatDollars}
          />
          <BarChart
            title="Tokens by day"
            bars={stats.days.map(({ day, tokens }) => ({ ...barOf(day), value: tokens }))}
            show={shortNumber}
          />
        </div>
      )}
    </ShowAnswer>
  );
}

const Figure = ({ name, value, about }: { readonly name: string; readonly value: string; readonly about: string }) => (
  <div class="number">
    <dt>{name}</dt>
    <dd class="number-value">{value}</dd>
    <dd class="meta">{about}</dd>
  </div>
);
