import { type DiffLine, diffLines } from "./line-diff.js";

const signs = { same: " ", added: "+", removed: "−" } as const;
/** Unchanged lines kept around a change. */
const around = 3;

interface Props {
  readonly before: string;
  readonly after: string;
  readonly label?: string;
}

/** Two versions of a text, changed lines coloured and marked. */
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
            {part.hidden} unchanged lines
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

/** Long stretches of unchanged lines become one line that says how many they are. */
function fold(lines: readonly DiffLine[]): Part[] {
  const isNear = lines.map((_, i) =>
    lines.slice(Math.max(0, i - around), i + around + 1).some(({ kind }) => kind !== "same"),
  );
  const parts: Part[] = [];
  lines.forEach((line, at) => {
    const last = parts.at(-1);
    if (isNear[at] || lines.length <= 2 * around) parts.push({ at, line });
    else if (last && "hidden" in last) parts[parts.length - 1] = { at: last.at, hidden: last.hidden + 1 };
    else parts.push({ at, hidden: 1 });
  });
  return parts;
}
