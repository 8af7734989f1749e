import type { OutlineRow } from "../../../src/surface/http/api-types.js";
import { formatCount, formatDuration } from "../../components/numbers.js";

interface Props {
  readonly rows: readonly OutlineRow[];
  readonly current: number;
  link(turn: number): string;
}

const maxBars = 240;

/** The session in one line: a bar for each turn or group of turns, as high as its calls, red with failures. */
export function TimeStrip({ rows, current, link }: Props) {
  const size = Math.ceil(rows.length / maxBars);
  const groups = Array.from({ length: Math.ceil(rows.length / size) }, (_, i) => rows.slice(i * size, (i + 1) * size));
  const calls = groups.map((group) => group.reduce((sum, row) => sum + row.calls, 0));
  const max = Math.max(1, ...calls);
  return (
    // The outline has the same links for the keyboard and for screen readers.
    <div class="time-strip" aria-hidden="true">
      {groups.map((group, i) => {
        const failures = group.reduce((sum, row) => sum + row.failures, 0);
        const isCurrent = current >= i * size && current < (i + 1) * size;
        const turn = group[0]?.turn ?? 1;
        return (
          <a
            key={turn}
            class="strip-hit"
            href={link(turn)}
            tabIndex={-1}
            title={describe(group, calls[i] ?? 0, failures)}
          >
            <span
              class={`strip-bar${failures > 0 ? " bad" : ""}${isCurrent ? " current" : ""}`}
              style={{ height: `${10 + (90 * (calls[i] ?? 0)) / max}%` }}
            />
          </a>
        );
      })}
    </div>
  );
}

function describe(group: readonly OutlineRow[], calls: number, failures: number): string {
  const [first, last] = [group[0], group.at(-1)];
  const durationMs = Date.parse(last?.at ?? "") - Date.parse(first?.at ?? "");
  const turns = first?.turn === last?.turn ? `Turn ${first?.turn}` : `Turns ${first?.turn} to ${last?.turn}`;
  const parts = [
    turns,
    formatCount(calls, "call"),
    failures > 0 ? formatCount(failures, "failure") : "",
    durationMs > 0 ? formatDuration(durationMs) : "",
  ];
  return parts.filter(Boolean).join(", ");
}
