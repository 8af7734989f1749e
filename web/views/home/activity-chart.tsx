import { counted } from "../../components/numbers.js";
import type { Column } from "./activity-columns.js";

const height = 130;
const slot = 16;
const bar = 10;
const month = new Intl.DateTimeFormat("en", { month: "short", day: "numeric", timeZone: "UTC" });

/** Stacked columns, drawn by hand: a chart library would weigh more than the page. */
export function ActivityChart({ columns }: { readonly columns: readonly Column[] }) {
  const most = Math.max(4, ...columns.map(({ total }) => total));
  const width = columns.length * slot;
  const busiest = columns.reduce((best, one) => (one.total > best.total ? one : best), columns[0] ?? emptyColumn);
  const label = `Sessions a day. The busiest day was ${busiest.day} with ${counted(busiest.total, "session")}.`;
  return (
    <svg class="activity-chart" viewBox={`0 0 ${width} ${height + 20}`} role="img" aria-label={label}>
      <line class="activity-line" x1="0" x2={width} y1={height} y2={height} />
      {columns.map((column, i) => (
        <g key={column.day} transform={`translate(${i * slot + (slot - bar) / 2} 0)`}>
          <title>{`${column.day}: ${counted(column.total, "session")}`}</title>
          <rect class="activity-hit" x={-(slot - bar) / 2} y="0" width={slot} height={height} />
          <Stack column={column} most={most} />
          {i % 7 === 0 && (
            <text class={i % 14 === 0 ? "activity-label" : "activity-label minor"} x="0" y={height + 15}>
              {month.format(new Date(column.day))}
            </text>
          )}
        </g>
      ))}
    </svg>
  );
}

const emptyColumn: Column = { day: "", total: 0, counts: [] };

function Stack({ column, most }: { readonly column: Column; readonly most: number }) {
  let below = 0;
  return (
    <>
      {column.counts
        .filter(({ count }) => count > 0)
        .map(({ agent, count }) => {
          const size = (count / most) * (height - 6);
          below += size;
          return (
            <rect
              key={agent}
              class="activity-bar"
              data-agent={agent}
              y={height - below}
              width={bar}
              height={Math.max(1, size - 1)}
              rx="1.5"
            />
          );
        })}
    </>
  );
}
