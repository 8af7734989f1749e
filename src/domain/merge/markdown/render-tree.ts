import { ensureLineBreak, splitLines } from "../diff/lines.js";
import { type Conflict, chunksConflicts, type FileMerge, sideText } from "../merge-result.js";
import { type MarkerLabels, renderConflict, renderMarkers } from "../text/conflict-markers.js";
import type { Gaps, Slot } from "./markdown-gaps.js";
import type { Atom, Entry, NodeConflict } from "./merged-entry.js";

type View = "ours" | "theirs" | MarkerLabels;

/** Renders a merged tree: with conflict markers, and resolved for either side. */
export function renderTree(entries: readonly Entry[], gaps: Gaps, labels: MarkerLabels): FileMerge {
  const conflicts = entries.flatMap((entry) => conflictsOf(entry, gaps));
  const ours = renderEntries(entries, gaps, "ours");
  if (conflicts.length === 0) return { kind: "merged", text: ours };
  const theirs = renderEntries(entries, gaps, "theirs");
  return { kind: "conflicted", text: renderEntries(entries, gaps, labels), conflicts, partial: { ours, theirs } };
}

function renderEntries(entries: readonly Entry[], gaps: Gaps, view: View): string {
  const pieces = entries.flatMap((entry) => piecesOf(entry, gaps, view)).filter((piece) => piece.text !== "");
  const text = joinPieces(pieces, gaps);
  if (text === "") return gaps.start;
  const end = pieces.at(-1)?.hasMarkers ? "\n" : gaps.end;
  return gaps.start + text + end;
}

/** A text to write, with the slots that determine the gaps before and after it. */
interface Piece {
  readonly text: string;
  readonly first: Slot;
  readonly last: Slot;
  /** Whether it ends in a conflict marker, which must be on its own line. */
  readonly hasMarkers: boolean;
}

function joinPieces(pieces: readonly Piece[], gaps: Gaps): string {
  return pieces
    .map((piece, i) => {
      const next = pieces[i + 1];
      return piece.text + (next === undefined ? "" : gaps.between(piece.last, next.first));
    })
    .join("");
}

function piecesOf(entry: Entry, gaps: Gaps, view: View): Piece[] {
  if (entry.kind === "atom") return [atomPiece(entry, view)];
  if (typeof view === "string") return entry[view].map((atom) => atomPiece(atom, view));
  const visible = entry.ours.length > 0 ? entry.ours : entry.theirs;
  const [first, last] = [visible[0]?.slot ?? {}, visible.at(-1)?.slot ?? {}];
  const text = renderConflict({ kind: "conflict", ...conflictLines(entry, gaps) }, view).slice(0, -1);
  return [{ text, first, last, hasMarkers: true }];
}

function atomPiece({ body, slot }: Atom, view: View): Piece {
  const ends = { first: slot, last: slot };
  if (typeof body === "string") return { text: body, ...ends, hasMarkers: false };
  const text = typeof view === "string" ? sideText(body, view) : renderMarkers(body, view);
  return { text: text.endsWith("\n") ? text.slice(0, -1) : text, ...ends, hasMarkers: typeof view !== "string" };
}

function conflictLines(conflict: NodeConflict, gaps: Gaps) {
  const lines = (atoms: readonly Atom[]) => splitLines(ensureLineBreak(atomsText(atoms, gaps)));
  return { base: lines(conflict.base), ours: lines(conflict.ours), theirs: lines(conflict.theirs) };
}

function atomsText(atoms: readonly Atom[], gaps: Gaps): string {
  return joinPieces(
    atoms.map((atom) => atomPiece(atom, "ours")),
    gaps,
  );
}

function conflictsOf(entry: Entry, gaps: Gaps): Conflict[] {
  const { section } = entry;
  if (entry.kind === "atom") return typeof entry.body === "string" ? [] : chunksConflicts(entry.body, () => section);
  const { base, ours, theirs } = conflictLines(entry, gaps);
  return [{ section, reason: entry.reason, base: base.join(""), ours: ours.join(""), theirs: theirs.join("") }];
}
