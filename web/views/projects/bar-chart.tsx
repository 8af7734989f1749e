import { useRef, useState } from "preact/hooks";
import "../../styles/chart.css";
import { useSize } from "../../components/use-size.js";

interface Props {
  readonly title: string;
  readonly bars: readonly { readonly name: string; readonly value: number; readonly href: string }[];
  show(value: number): string;
}

const size = { height: 130, left: 56, bottom: 20, top: 8 } as const;

/** Values side by side, read off under the pointer; each leads to what it is made of. The list is for screen readers. */
export function BarChart({ title, bars, show }: Props) {
  const box = useRef<HTMLElement>(null);
  const { width } = useSize(box);
  const [hovered, setHovered] = useState("");
  const max = Math.max(...bars.map(({ value }) => value), 0);
  if (bars.length === 0 || max === 0) return null;
  const step = (width - size.left) / bars.length;
  const barWidth = Math.min(28, step * 0.7);
  const plotHeight = size.height - size.bottom - size.top;
  return (
    <section ref={box}>
      <h2 class="chart-title">{title}</h2>
      <svg class="chart" height={size.height} aria-hidden="true" onPointerLeave={() => setHovered("")}>
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
        {bars.map(({ name, value, href }, i) => (
          <a key={name} href={href} tabindex={-1} onPointerEnter={() => setHovered(`${name}: ${show(value)}`)}>
            {/* The whole column can be pointed at. */}
            <rect class="chart-column" x={size.left + step * i} y={size.top} width={step} height={plotHeight} />
            <rect
              class="chart-bar"
              x={size.left + step * i + (step - barWidth) / 2}
              y={size.top + plotHeight * (1 - value / max)}
              width={barWidth}
              height={(plotHeight * value) / max}
              rx="3"
            />
          </a>
        ))}
        {hovered && (
          <text class="chart-readout" x={(size.left + width) / 2} y={size.height - 4} text-anchor="middle">
            {hovered}
          </text>
        )}
        <text class="chart-text" x={size.left} y={size.height - 4}>
          {bars[0]?.name}
        </text>
        <text class="chart-text" x={width} y={size.height - 4} text-anchor="end">
          {bars.at(-1)?.name}
        </text>
      </svg>
      <ol class="visually-hidden" aria-label={title}>
        {bars.map(({ name, value, href }) => (
          <li key={name}>
            <a href={href}>
              {name}: {show(value)}
            </a>
          </li>
        ))}
      </ol>
    </section>
  );
}
