import { type DiffLine, diffLines } from "./line-diff.js";
import { counted } from "./numbers.js";

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
          <div key={`fold-${part.at}`} class="diff-fold">
            {counted(part.hidden, "unchanged line")}
          </div>
        ) : (
          <div key={part.at} class={`diff-line ${part.line.kind}`}>
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

type Part = { readonly at: number; readonly line: DiffLine } | { readonly at: number; readonly hidden: number };

/** Collapses long runs of unchanged lines into one line with their count. */
function fold(lines: readonly DiffLine[]): Part[] {
  const isNear = lines.map((_, i) =>
    lines.slice(Math.max(0, i - contextLines), i + contextLines + 1).some(({ kind }) => kind !== "same"),
  );
  const parts: Part[] = [];
  lines.forEach((line, at) => {
    const last = parts.at(-1);
    if (isNear[at] || lines.length <= 2 * contextLines) parts.push({ at, line });
    else if (last && "hidden" in last) parts[parts.length - 1] = { at: last.at, hidden: last.hidden + 1 };
    else parts.push({ at, hidden: 1 });
  });
  return parts;
}
