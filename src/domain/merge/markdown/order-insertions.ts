import type { Slot } from "./markdown-gaps.js";
import type { Entry } from "./merged-entry.js";
import { contentOf } from "./node-content.js";

/** A slot in its place and what the merge made of it. */
interface Placed {
  readonly slot: Slot;
  readonly entries: readonly Entry[];
}

/**
 * Decides what happens where both sides added something at the same place: sections, list items and table rows stand
 * side by side, and prose against prose is a conflict. What continues the list or table above goes first, else what
 * comes first in the alphabet: an order on which two people who merge each other's work agree.
 */
export function orderInsertions(placed: readonly Placed[], section: string): Entry[] {
  const standing = placed.filter(({ entries }) => entries.length > 0);
  const result: Entry[][] = [];
  for (let i = 0; i < standing.length; ) {
    const ours = takeWhile(standing, i, ({ slot }) => isAddedBy("ours", slot));
    const theirs = takeWhile(standing, i + ours.length, ({ slot }) => isAddedBy("theirs", slot));
    const taken = ours.length + theirs.length;
    const contested = ours.length > 0 && theirs.length > 0;
    if (contested) result.push(besides(ours, theirs, standing[i - 1]?.slot, section));
    else result.push(entriesOf(standing.slice(i, i + Math.max(1, taken))));
    i += Math.max(1, taken);
  }
  return result.flat();
}

function entriesOf(placed: readonly Placed[]): Entry[] {
  return placed.flatMap(({ entries }) => entries);
}

function takeWhile<T>(list: readonly T[], from: number, fits: (element: T) => boolean): T[] {
  let end = from;
  for (let next = list[end]; next !== undefined && fits(next); next = list[end]) end++;
  return list.slice(from, end);
}

function isAddedBy(side: "ours" | "theirs", slot: Slot): boolean {
  return slot.base === undefined && slot[side] !== undefined && slot[side === "ours" ? "theirs" : "ours"] === undefined;
}

function besides(
  ours: readonly Placed[],
  theirs: readonly Placed[],
  above: Slot | undefined,
  section: string,
): Entry[] {
  const [left, right] = [entriesOf(ours), entriesOf(theirs)];
  if (hasProse(ours) && hasProse(theirs)) {
    const atoms = (entries: readonly Entry[]) => entries.filter((entry) => entry.kind === "atom");
    return [{ kind: "conflict", section, reason: "both added", base: [], ours: atoms(left), theirs: atoms(right) }];
  }
  const kind = (above?.ours ?? above?.theirs)?.kind;
  const continues = (side: readonly Placed[]) => kindOf(side[0]) === kind;
  const theirsFirst = continues(ours) === continues(theirs) ? says(theirs) < says(ours) : continues(theirs);
  return theirsFirst ? [...right, ...left] : [...left, ...right];
}

function says(side: readonly Placed[]): string {
  return side.map(({ slot }) => contentOf(slot.ours ?? slot.theirs)).join("\n");
}

function kindOf(placed: Placed | undefined) {
  return (placed?.slot.ours ?? placed?.slot.theirs)?.kind;
}

function hasProse(side: readonly Placed[]): boolean {
  return side.some((placed) => kindOf(placed) === "text" || kindOf(placed) === "front matter");
}
