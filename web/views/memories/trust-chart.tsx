import type { MemoryDetail } from "../../../src/surface/http/api-types.js";
import { LineChart } from "../../components/line-chart.js";
import { counted } from "../../components/numbers.js";
import { trustPoints } from "./trust-points.js";

const percent = (value: number) => `${Math.round(value * 100)}%`;

export function TrustChart({ memory }: { readonly memory: MemoryDetail }) {
  const { points, isWhole } = trustPoints(memory, Date.now());
  const { helpful, unhelpful, succeeded, failed } = memory.votes;
  const good = helpful + succeeded;
  const bad = unhelpful + failed;
  return (
    <section>
      <h3>Trust, {percent(memory.confidence)} now</h3>
      <LineChart
        label={`Trust over time, ${percent(memory.confidence)} now`}
        points={points}
        min={0}
        max={1}
        show={percent}
      />
      <p class="meta">
        {good + bad === 0
          ? "Nobody has said yet whether it helps."
          : `${counted(good, "vote")} for it, ${counted(bad, "vote")} against it.`}
        {!isWhole && " Earlier votes were counted without their time, so the line is straight there."}
      </p>
    </section>
  );
}
