import { ensureLineBreak, splitLines } from "../diff/lines.js";
import { type Conflict, fromChunks, type Merge, showChunks, showConflict, type View } from "../merge-result.js";
import type { Gaps, Slot } from "./markdown-gaps.js";
import type { Atom, Entry, NodeConflict } from "./merge-tree.js";

/** A merged tree as the merge of a text. */
export const renderTree = (entries: readonly Entry[], gaps: Gaps): Merge => ({
  conflicts: entries.flatMap((entry) => conflictsOf(entry, gaps)),
  show: (view) => renderEntries(entries, gaps, view),
});

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

const joinPieces = (pieces: readonly Piece[], gaps: Gaps): string =>
  pieces
    .map(({ text, last }, i) => {
      const next = pieces[i + 1];
      return next === undefined ? text : text + gaps.between(last, next.first);
    })
    .join("");

function piecesOf(entry: Entry, gaps: Gaps, view: View): Piece[] {
  if (entry.kind === "atom") return [atomPiece(entry, view)];
  if (view === "ours" || view === "theirs") return entry[view].map((atom) => atomPiece(atom, view));
  const visible = entry.ours.length > 0 ? entry.ours : entry.theirs;
  const [first, last] = [visible[0]?.slot ?? {}, visible.at(-1)?.slot ?? {}];
  const text = showConflict({ ours: linesOf(entry.ours, gaps), theirs: linesOf(entry.theirs, gaps) }, view);
  return [{ text: text.slice(0, -1), first, last, hasMarkers: true }];
}

function atomPiece({ body, slot }: Atom, view: View): Piece {
  const ends = { first: slot, last: slot };
  if (typeof body === "string") return { text: body, ...ends, hasMarkers: false };
  const text = showChunks(body, view);
  const hasMarkers = view !== "ours" && view !== "theirs";
  return { text: text.endsWith("\n") ? text.slice(0, -1) : text, ...ends, hasMarkers };
}

function linesOf(atoms: readonly Atom[], gaps: Gaps): string[] {
  const pieces = atoms.map((atom) => atomPiece(atom, "ours"));
  return splitLines(ensureLineBreak(joinPieces(pieces, gaps)));
}

function conflictsOf(entry: Entry, gaps: Gaps): readonly Conflict[] {
  const { section } = entry;
  if (entry.kind === "atom")
    return typeof entry.body === "string" ? [] : fromChunks(entry.body, () => section).conflicts;
  const text = (side: keyof Slot & keyof NodeConflict) => linesOf(entry[side], gaps).join("");
  return [{ section, reason: entry.reason, base: text("base"), ours: text("ours"), theirs: text("theirs") }];
}
