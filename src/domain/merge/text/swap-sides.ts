import type { Slot } from "../markdown/markdown-gaps.js";
import type { Atom, Entry } from "../markdown/merged-entry.js";
import type { ConflictReason } from "../merge-result.js";
import type { Chunk } from "./chunks.js";

const mirrored: Readonly<Record<ConflictReason, ConflictReason>> = {
  "both added": "both added",
  "both changed": "both changed",
  "deleted by ours": "deleted by theirs",
  "deleted by theirs": "deleted by ours",
};

export const mirroredReason = (reason: ConflictReason): ConflictReason => mirrored[reason];

/** The same merge seen from the other side. */
export function swapEntry(entry: Entry): Entry {
  if (entry.kind === "atom") return swapAtom(entry);
  const { base, ours, theirs, reason } = entry;
  const swapAll = (atoms: readonly Atom[]) => atoms.map(swapAtom);
  return { ...entry, reason: mirrored[reason], base: swapAll(base), ours: swapAll(theirs), theirs: swapAll(ours) };
}

export const swapChunk = (chunk: Chunk): Chunk =>
  chunk.kind === "stable" ? chunk : { ...chunk, ours: chunk.theirs, theirs: chunk.ours };

function swapAtom(atom: Atom): Atom {
  const { body } = atom;
  return { ...atom, slot: swapSlot(atom.slot), body: typeof body === "string" ? body : body.map(swapChunk) };
}

const swapSlot = ({ base, ours, theirs }: Slot): Slot => ({ base, ours: theirs, theirs: ours });
