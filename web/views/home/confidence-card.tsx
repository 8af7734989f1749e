import type { ConfidenceDay } from "../../../src/surface/http/api-types.js";
import { get } from "../../api/request.js";
import { useAnswer } from "../../api/use-answer.js";
import { linkTo } from "../../app/router.js";
import { LineChart } from "../../components/line-chart.js";
import { formatCount, formatPercent } from "../../components/numbers.js";
import { ShowAnswer } from "../../components/show-answer.js";

const days = 42;

/** Whether memories prove right: their mean confidence, day by day. */
export function ConfidenceCard() {
  const answer = useAnswer(
    (signal) => get<{ days: readonly ConfidenceDay[] }>("/api/memories/confidence", { days }, signal),
    [],
  );
  return (
    <section class="card" aria-labelledby="confidence-title">
      <header>
        <h2 id="confidence-title">Confidence of memories</h2>
        <a href={linkTo(["memories"])}>Memories</a>
      </header>
      <div class="card-body">
        <ShowAnswer answer={answer} rows={3}>
          {(value) => <Chart rows={value.days} />}
        </ShowAnswer>
      </div>
    </section>
  );
}

function Chart({ rows }: { readonly rows: readonly ConfidenceDay[] }) {
  const last = rows.at(-1);
  if (!last) return <p class="quiet">No memories yet. Votes of agents and people will show here.</p>;
  const now = `${formatPercent(last.confidence)} on average across ${formatCount(last.memories, "memory", "memories")}`;
  return (
    <div class="stack">
      <LineChart
        label={`Mean confidence over ${days} days: ${now}`}
        points={rows.map(({ day, confidence }) => ({ at: Date.parse(day), value: confidence }))}
        min={0}
        max={1}
        form="line"
        show={formatPercent}
      />
      <p class="meta">{now}.</p>
    </div>
  );
}
