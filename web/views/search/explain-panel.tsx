import type { HitExplanation } from "../../../src/surface/http/api-types.js";
import { explanationDetails, scoreBars } from "./describe-explanation.js";

interface Props {
  readonly why: HitExplanation;
  readonly score: number;
  readonly confidence: number;
  readonly query: string;
}

/** Why a result was found: three bars with words, and the numbers behind them. */
export const ExplainPanel = ({ why, score, confidence, query }: Props) => (
  <div class="explain">
    <dl class="explain-bars">
      {scoreBars({ why, confidence, query }).map(({ name, value, words }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <meter min={0} max={1} value={value} aria-label={name}>
              {value.toFixed(2)}
            </meter>
            <span>{words}</span>
          </dd>
        </div>
      ))}
    </dl>
    <details>
      <summary>Details</summary>
      <dl class="explain-details">
        {explanationDetails(why, score).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  </div>
);
