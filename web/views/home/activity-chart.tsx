import { linkTo } from "../../app/router.js";
import { nameOfAgent } from "../../components/agent-name.js";
import { formatCount } from "../../components/numbers.js";
import type { Column } from "./activity-columns.js";

const dayName = new Intl.DateTimeFormat("en", { month: "short", day: "numeric", timeZone: "UTC" });

/** The sessions of one day. */
export const dayLink = (day: string): string => linkTo(["sessions"], { since: day, until: day });

interface Props {
  readonly columns: readonly Column[];
  /** The day under the pointer. */
  onHover(column: Column | undefined): void;
}

/** Stacked columns by day; a column leads to the sessions of its day. The table has the same for screen readers. */
export function ActivityChart({ columns, onHover }: Props) {
  // Even, so that the middle of the axis is a whole number.
  const max = 2 * Math.ceil(Math.max(4, ...columns.map(({ total }) => total)) / 2);
  const busiest = columns.reduce(
    (best, column) => (column.total > best.total ? column : best),
    columns[0] ?? emptyColumn,
  );
  return (
    <>
      <p class="visually-hidden">
        {`Sessions a day. The busiest day was ${busiest.day} with ${formatCount(busiest.total, "session")}.`}
      </p>
      <div class="activity-chart" aria-hidden="true">
        <div class="activity-axis">
          <span>{max}</span>
          <span>{max / 2}</span>
          <span>0</span>
        </div>
        <div class="activity-columns" onPointerLeave={() => onHover(undefined)}>
          {columns.map((column, i) => (
            <a
              key={column.day}
              class="activity-column"
              {...(column.total > 0 ? { href: dayLink(column.day) } : {})}
              tabIndex={-1}
              onPointerEnter={() => onHover(column)}
            >
              {column.counts
                .filter(({ count }) => count > 0)
                .map(({ agent, count }) => (
                  <span
                    key={agent}
                    class="activity-bar"
                    data-agent={agent}
                    style={{ height: `${(100 * count) / max}%` }}
                  />
                ))}
              {i % 7 === 0 && <span class="activity-label">{dayName.format(new Date(column.day))}</span>}
            </a>
          ))}
        </div>
      </div>
    </>
  );
}

const emptyColumn: Column = { day: "", total: 0, counts: [] };

/** `Nov 8: 3 sessions (Gemini 2, Codex 1)`. */
export function describeColumn({ day, total, counts }: Column): string {
  const parts = counts.filter(({ count }) => count > 0).map(({ agent, count }) => `${nameOfAgent(agent)} ${count}`);
  const about = `${dayName.format(new Date(day))}: ${formatCount(total, "session")}`;
  return parts.length === 0 ? about : `${about} (${parts.join(", ")})`;
}
