import type { MemoryDetail } from "../../../src/surface/http/api-types.js";
import { LineChart } from "../../components/line-chart.js";
import { formatCount, formatPercent } from "../../components/numbers.js";
import { confidencePoints } from "./confidence-points.js";

export function ConfidenceChart({ memory }: { readonly memory: MemoryDetail }) {
  const { points, isWhole } = confidencePoints(memory, Date.now());
  const { helpful, unhelpful, succeeded, failed } = memory.votes;
  const good = helpful + succeeded;
  const bad = unhelpful + failed;
  return (
    <section>
      <h3>Confidence, {formatPercent(memory.confidence)} now</h3>
      <LineChart
        label={`Confidence over time, ${formatPercent(memory.confidence)} now`}
        points={points}
        min={0}
        max={1}
        show={formatPercent}
      />
      <p class="meta">
        {good + bad === 0 ? "Not rated yet." : `${formatCount(good, "vote")} for, ${formatCount(bad, "vote")} against.`}
        {!isWhole && " Some votes have no recorded time, so the line is straight there."}
      </p>
    </section>
  );
}
