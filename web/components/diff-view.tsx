import { type DiffLine, diffLines } from "./line-diff.js";
import { formatCount } from "./numbers.js";

const signs = { same: " ", added: "+", removed: "−" } as const;
/** Unchanged lines shown around a change. */
const contextLines = 3;

interface Props {
  readonly before: string;
  readonly after: string;
  readonly label?: string;
}

/** Two versions of a text, with changed lines colored and marked. */
export const DiffView = ({ before, after, label = "Changes" }: Props) => (
  <DiffLines lines={diffLines(before, after)} label={label} />
);

export function DiffLines({ lines, label }: { readonly lines: readonly DiffLine[]; readonly label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section class="diff" aria-label={label} tabIndex={0}>
      {fold(lines).map((part) =>
        "hidden" in part ? (
          <div key={`fold-${part.index}`} class="diff-fold">
            {formatCount(part.hidden, "unchanged line")}
          </div>
        ) : (
          <div key={part.index} class={`diff-line ${part.line.kind}`}>
            <span class="diff-number" aria-hidden="true">
              {part.line.after ?? part.line.before ?? ""}
            </span>
            <span class="diff-sign">{signs[part.line.kind]}</span>
            <span class="diff-text">{part.line.text || " "}</span>
          </div>
        ),
      )}
    </section>
  );
}

type Part = { readonly index: number; readonly line: DiffLine } | { readonly index: number; readonly hidden: number };

/** Collapses long runs of unchanged lines into one line with their count. */
function fold(lines: readonly DiffLine[]): Part[] {
  const isNear = lines.map((_, i) =>
    lines.slice(Math.max(0, i - contextLines), i + contextLines + 1).some(({ kind }) => kind !== "same"),
  );
  const parts: Part[] = [];
  lines.forEach((line, index) => {
    const last = parts.at(-1);
    if (isNear[index] || lines.length <= 2 * contextLines) parts.push({ index, line });
    else if (last && "hidden" in last) parts[parts.length - 1] = { index: last.index, hidden: last.hidden + 1 };
    else parts.push({ index, hidden: 1 });
  });
  return parts;
}
