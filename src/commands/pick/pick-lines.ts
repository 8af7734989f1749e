import type { Paint } from "../../base/paint.js";
import { formatCount } from "../../base/text/plural.js";
import { cellsOf, clipToCells, countFitting, onOneLine } from "../../base/text-cells.js";
import type { RecallHit } from "../../domain/recall/recall.js";
import { factsOf, highlight, titleOf } from "./hit-text.js";
import { hitsShown, linesShown, type PickState, widthOf } from "./pick-state.js";

export interface PickFrame {
  readonly lines: readonly string[];
  /** Cells before the cursor in the first line. */
  readonly cursor: number;
}

const prompt = "> ";
const listKeys = "↑↓ select · Enter open · Esc quit";
const documentKeys = "↑↓ scroll · Enter print and quit · Esc back";

/** The lines that fit the screen. */
export function pickFrame(state: PickState, paint: Paint): PickFrame {
  const width = widthOf(state.size);
  if (state.open) {
    const { lines, top } = state.open;
    const shown = padded(lines.slice(top, top + linesShown(state.size)), linesShown(state.size));
    return { lines: framed([...shown, paint.dim(clipToCells(documentKeys, width))], state), cursor: 0 };
  }
  const query = tail(onOneLine(state.query), width - prompt.length);
  const hits = (state.answer?.hits ?? []).slice(state.top, state.top + hitsShown(state.size));
  const list = hits.flatMap((hit, i) => hitLines(hit, state, paint, state.top + i === state.chosen));
  const space = Math.max(0, state.size.rows - 3);
  const lines = [
    paint.bold(prompt) + query,
    paint.dim(clipToCells(statusOf(state), width)),
    ...padded(list.slice(0, space), space),
    paint.dim(clipToCells(listKeys, width)),
  ];
  return { lines: framed(lines, state), cursor: prompt.length + cellsOf(query) };
}

const framed = (lines: readonly string[], { size }: PickState) => lines.slice(0, Math.max(1, size.rows));

const padded = (lines: readonly string[], count: number): string[] =>
  Array.from({ length: count }, (_, i) => lines[i] ?? "");

/** The end of a long query, where the cursor is. */
function tail(text: string, cells: number): string {
  let from = 0;
  while (cellsOf(text.slice(from)) > cells) from += Math.max(1, countFitting(text.slice(from), 1));
  return text.slice(from);
}

function statusOf({ query, answer, isWaiting }: PickState): string {
  if (query.trim() === "") return "Type a query.";
  if (!answer) return "Searching…";
  const { hits, found, searched, notice } = answer;
  const count =
    hits.length === 0 ? `No relevant results in ${formatCount(searched, "document")}.` : `${hits.length} of ${found}`;
  return onOneLine([count, ...(isWaiting ? ["searching…"] : notice ? [notice] : [])].join(" · "));
}

function hitLines(hit: RecallHit, state: PickState, paint: Paint, isChosen: boolean) {
  const width = widthOf(state.size) - prompt.length;
  const facts = onOneLine(factsOf(hit));
  const title = clipToCells(onOneLine(titleOf(hit)), width);
  const room = width - cellsOf(title) - 2;
  const head = paint.bold(title) + (room > 4 ? `  ${paint.dim(clipToCells(facts, room))}` : "");
  const snippet = clipToCells(onOneLine(hit.snippet.text), width);
  return [(isChosen ? paint.green(prompt) : "  ") + head, `  ${highlight(snippet, hit.snippet.marks, paint)}`];
}
