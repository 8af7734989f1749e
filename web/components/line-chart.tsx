import { useRef, useState } from "preact/hooks";
import "../styles/chart.css";
import { useSize } from "./use-size.js";

export interface ChartPoint {
  readonly at: number;
  readonly value: number;
  /** What happened at this point; points without it only shape the line. */
  readonly about?: string;
  readonly isBad?: boolean;
}

interface Props {
  /** The accessible name: what the chart shows, in words. */
  readonly label: string;
  readonly points: readonly ChartPoint[];
  readonly min: number;
  readonly max: number;
  /** `step` holds each value until the next; `line` joins them. */
  readonly form?: "step" | "line";
  show?(value: number): string;
}

const size = { height: 132, left: 36, right: 10, top: 10, bottom: 22 } as const;
const day = new Intl.DateTimeFormat("en", { month: "short", day: "numeric" });

/** A value over time, read off under the pointer; also as a list for screen readers. */
export function LineChart({ label, points, min, max, form = "step", show = String }: Props) {
  const box = useRef<HTMLElement>(null);
  const { width } = useSize(box);
  const [hovered, setHovered] = useState<ChartPoint>();
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return null;
  const span = Math.max(1, last.at - first.at);
  const x = (at: number) => size.left + ((width - size.left - size.right) * (at - first.at)) / span;
  const y = (value: number) =>
    size.height - size.bottom - ((size.height - size.top - size.bottom) * (value - min)) / (max - min);
  const line = points.map((point, i) => stepTo(point, points[i - 1], form, x, y)).join("");
  const floor = y(min);
  const findNearest = ({ offsetX }: PointerEvent) =>
    points.reduce((best, point) => (Math.abs(x(point.at) - offsetX) < Math.abs(x(best.at) - offsetX) ? point : best));
  return (
    <figure ref={box} class="figure">
      <svg
        class="chart"
        height={size.height}
        role="img"
        aria-label={label}
        onPointerMove={(event) => setHovered(findNearest(event))}
        onPointerLeave={() => setHovered(undefined)}
      >
        {[min, (min + max) / 2, max].map((value) => (
          <g key={value}>
            <line class="chart-grid" x1={size.left} x2={width - size.right} y1={y(value)} y2={y(value)} />
            <text class="chart-text" x={size.left - 8} y={y(value) + 4} text-anchor="end">
              {show(value)}
            </text>
          </g>
        ))}
        <path class="chart-area" d={`${line}V${floor}H${x(first.at)}Z`} />
        <path class="chart-line" d={line} />
        {points
          // A single point makes no line.
          .filter(({ about }) => about || points.length === 1)
          .map(({ at, value, about, isBad }) => (
            <circle
              key={`${at}-${value}`}
              class={isBad ? "chart-dot bad" : "chart-dot"}
              cx={x(at)}
              cy={y(value)}
              r="4.5"
            >
              {about && <title>{about}</title>}
            </circle>
          ))}
        {hovered && (
          <g>
            <line class="chart-cursor" x1={x(hovered.at)} x2={x(hovered.at)} y1={size.top} y2={floor} />
            <circle class="chart-dot" cx={x(hovered.at)} cy={y(hovered.value)} r="4.5" />
            <text class="chart-readout" x={width - size.right} y={size.height - size.bottom - 6} text-anchor="end">
              {describePoint(hovered, show)}
            </text>
          </g>
        )}
        <text class="chart-text" x={size.left} y={size.height - 4}>
          {day.format(first.at)}
        </text>
        {day.format(last.at) !== day.format(first.at) && (
          <text class="chart-text" x={width - size.right} y={size.height - 4} text-anchor="end">
            {day.format(last.at)}
          </text>
        )}
      </svg>
      <ol class="visually-hidden">
        {points.map((point) => (
          <li key={point.at}>{describePoint(point, show)}</li>
        ))}
      </ol>
    </figure>
  );
}

const describePoint = ({ at, value, about }: ChartPoint, show: (value: number) => string): string =>
  [`${day.format(at)}: ${show(value)}`, about].filter(Boolean).join(", ");

function stepTo(
  { at, value }: ChartPoint,
  previous: ChartPoint | undefined,
  form: "step" | "line",
  x: (at: number) => number,
  y: (value: number) => number,
): string {
  if (!previous) return `M${x(at)} ${y(value)}`;
  return form === "step" ? `H${x(at)}V${y(value)}` : `L${x(at)} ${y(value)}`;
}
