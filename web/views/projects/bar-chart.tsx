import { useRef } from "preact/hooks";
import { useSize } from "../../components/use-size.js";

interface Props {
  readonly title: string;
  readonly bars: readonly { readonly name: string; readonly value: number }[];
  show(value: number): string;
}

const size = { height: 130, left: 56, bottom: 20, top: 8 } as const;

/** Values side by side, also as a list for screen readers. */
export function BarChart({ title, bars, show }: Props) {
  const box = useRef<HTMLElement>(null);
  const { width } = useSize(box);
  const max = Math.max(...bars.map(({ value }) => value), 0);
  if (bars.length === 0 || max === 0) return null;
  const step = (width - size.left) / bars.length;
  const barWidth = Math.min(28, step * 0.7);
  const plotHeight = size.height - size.bottom - size.top;
  return (
    <section ref={box}>
      <h2 class="chart-title">{title}</h2>
      <svg class="chart" height={size.height} role="img" aria-label={title}>
        {[0, 0.5, 1].map((fraction) => (
          <g key={fraction}>
            <line
              class="chart-grid"
              x1={size.left}
              x2={width}
              y1={size.top + plotHeight * (1 - fraction)}
              y2={size.top + plotHeight * (1 - fraction)}
            />
            <text class="chart-text" x={size.left - 8} y={size.top + plotHeight * (1 - fraction) + 4} text-anchor="end">
              {show(max * fraction)}
            </text>
          </g>
        ))}
        {bars.map(({ name, value }, i) => (
          <rect
            key={name}
            class="chart-bar"
            x={size.left + step * i + (step - barWidth) / 2}
            y={size.top + plotHeight * (1 - value / max)}
            width={barWidth}
            height={(plotHeight * value) / max}
            rx="3"
          >
            <title>{`${name}: ${show(value)}`}</title>
          </rect>
        ))}
        <text class="chart-text" x={size.left} y={size.height - 4}>
          {bars[0]?.name}
        </text>
        <text class="chart-text" x={width} y={size.height - 4} text-anchor="end">
          {bars.at(-1)?.name}
        </text>
      </svg>
      <ol class="visually-hidden">
        {bars.map(({ name, value }) => (
          <li key={name}>
            {name}: {show(value)}
          </li>
        ))}
      </ol>
    </section>
  );
}
