import type { Slot } from "./markdown-gaps.js";
import type { Entry } from "./merged-entry.js";
import { contentOf } from "./node-content.js";

/** A slot in merged order, with its merged entries. */
interface MergedSlot {
  readonly slot: Slot;
  readonly entries: readonly Entry[];
}

/**
 * Orders what both sides added at the same position: sections, list items and table rows of both are kept, and prose of
 * both is a conflict. What continues the list or table above comes first, otherwise the alphabet decides, so that two
 * people who merge each other's work get the same order.
 */
export function orderInsertions(slots: readonly MergedSlot[], section: string): Entry[] {
  const nonEmpty = slots.filter(({ entries }) => entries.length > 0);
  const result: Entry[][] = [];
  for (let i = 0; i < nonEmpty.length; ) {
    const ours = takeWhile(nonEmpty, i, ({ slot }) => isAddedBy("ours", slot));
    const theirs = takeWhile(nonEmpty, i + ours.length, ({ slot }) => isAddedBy("theirs", slot));
    const insertedCount = ours.length + theirs.length;
    const isContested = ours.length > 0 && theirs.length > 0;
    if (isContested) result.push(combineInsertions(ours, theirs, nonEmpty[i - 1]?.slot, section));
    else result.push(entriesOf(nonEmpty.slice(i, i + Math.max(1, insertedCount))));
    i += Math.max(1, insertedCount);
  }
  return result.flat();
}

const entriesOf = (slots: readonly MergedSlot[]): Entry[] => slots.flatMap(({ entries }) => entries);

function takeWhile<T>(list: readonly T[], from: number, predicate: (element: T) => boolean): T[] {
  let end = from;
  for (let next = list[end]; next !== undefined && predicate(next); next = list[end]) end++;
  return list.slice(from, end);
}

const isAddedBy = (side: "ours" | "theirs", slot: Slot): boolean =>
  slot.base === undefined && slot[side] !== undefined && slot[side === "ours" ? "theirs" : "ours"] === undefined;

function combineInsertions(
  ours: readonly MergedSlot[],
  theirs: readonly MergedSlot[],
  above: Slot | undefined,
  section: string,
): Entry[] {
  const [left, right] = [entriesOf(ours), entriesOf(theirs)];
  if (hasProse(ours) && hasProse(theirs)) {
    const atoms = (entries: readonly Entry[]) => entries.filter((entry) => entry.kind === "atom");
    return [{ kind: "conflict", section, reason: "both added", base: [], ours: atoms(left), theirs: atoms(right) }];
  }
  const kind = (above?.ours ?? above?.theirs)?.kind;
  const continuesAbove = (side: readonly MergedSlot[]) => kindOf(side[0]) === kind;
  const theirsFirst =
    continuesAbove(ours) === continuesAbove(theirs)
      ? contentOfSide(theirs) < contentOfSide(ours)
      : continuesAbove(theirs);
  return theirsFirst ? [...right, ...left] : [...left, ...right];
}

const contentOfSide = (side: readonly MergedSlot[]): string =>
  side.map(({ slot }) => contentOf(slot.ours ?? slot.theirs)).join("\n");

function kindOf(merged: MergedSlot | undefined) {
  return (merged?.slot.ours ?? merged?.slot.theirs)?.kind;
}

const hasProse = (side: readonly MergedSlot[]): boolean =>
  side.some((merged) => kindOf(merged) === "text" || kindOf(merged) === "front matter");
