import type { SkillRow } from "../../../src/surface/http/api-types.js";
import { nameOfAgent } from "../../components/agent-name.js";
import { LineChart } from "../../components/line-chart.js";
import { formatCount } from "../../components/numbers.js";

/** Ratings from 1 to 5, given by agents after use. */
export function SkillRatings({ skill: { ratings, uses, average } }: { readonly skill: SkillRow }) {
  const points = ratings
    .map(({ at, rating, agent }) => ({
      at: Date.parse(at),
      value: rating,
      about: `${rating} of 5 by ${nameOfAgent(agent)}`,
      isBad: rating < 3,
    }))
    .filter(({ at }) => !Number.isNaN(at))
    .toSorted((a, b) => a.at - b.at);
  return (
    <section>
      <h3>Ratings</h3>
      {points.length === 0 ? (
        <p class="quiet">Not rated yet. Agents rate a skill after using it.</p>
      ) : (
        <LineChart label={`Ratings over time, ${average} on average`} points={points} min={1} max={5} form="line" />
      )}
      <p class="meta">
        {formatCount(uses, "use")}, {formatCount(ratings.length, "rating")}
        {ratings.length > 0 && `, ${average.toFixed(1)} on average`}
      </p>
    </section>
  );
}
