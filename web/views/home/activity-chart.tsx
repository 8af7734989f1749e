import { useRef } from "preact/hooks";
import { counted } from "../../components/numbers.js";
import { useWidth } from "../../components/use-width.js";
import type { Column } from "./activity-columns.js";

const height = 130;
const month = new Intl.DateTimeFormat("en", { month: "short", day: "numeric", timeZone: "UTC" });

/** Stacked columns as plain SVG: a chart library would be larger than the page. */
export function ActivityChart({ columns }: { readonly columns: readonly Column[] }) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const slot = width / Math.max(1, columns.length);
  const bar = slot * 0.64;
  const max = Math.max(4, ...columns.map(({ total }) => total));
  const busiest = columns.reduce((best, one) => (one.total > best.total ? one : best), columns[0] ?? emptyColumn);
  const label = `Sessions a day. The busiest day was ${busiest.day} with ${counted(busiest.total, "session")}.`;
  return (
    <div ref={box}>
      <svg class="activity-chart" height={height + 20} role="img" aria-label={label}>
        <line class="activity-line" x1="0" x2={width} y1={height} y2={height} />
        {columns.map((column, i) => (
          <g key={column.day} transform={`translate(${i * slot + (slot - bar) / 2} 0)`}>
            <title>{`${column.day}: ${counted(column.total, "session")}`}</title>
            <rect class="activity-hit" x={-(slot - bar) / 2} y="0" width={slot} height={height} />
            <Stack column={column} max={max} width={bar} />
            {i % 7 === 0 && (
              <text class="activity-label" x="0" y={height + 15}>
                {month.format(new Date(column.day))}
              </text>
            )}
          </g>
        ))}
      </svg>
    </div>
  );
}

const emptyColumn: Column = { day: "", total: 0, counts: [] };

interface StackProps {
  readonly column: Column;
  readonly max: number;
  readonly width: number;
}

function Stack({ column, max, width }: StackProps) {
  let below = 0;
  return (
    <>
      {column.counts
        .filter(({ count }) => count > 0)
        .map(({ agent, count }) => {
          const size = (count / max) * (height - 6);
          below += size;
          return (
            <rect
              key={agent}
              class="activity-bar"
              data-agent={agent}
              y={height - below}
              width={width}
              height={Math.max(1, size - 1)}
              rx="1.5"
            />
          );
        })}
    </>
  );
}
