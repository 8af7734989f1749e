import { alignSlots } from "./align-slots.js";
import type { Slot } from "./markdown-gaps.js";
import { headingTitle, inOrder, type MarkdownNode } from "./markdown-sections.js";
import type { Chunk } from "./merge-lines.js";
import type { ConflictReason } from "./merge-result.js";
import { mergeOwnText } from "./merge-units.js";
import { itemParts, rowCells } from "./unit-parts.js";

/** A node of the merged document: its text, or line chunks some of which clash. */
export interface Atom {
  readonly kind: "atom";
  readonly slot: Slot;
  readonly section: string;
  readonly body: string | readonly Chunk[];
}

/** Whole nodes of which only one side's can stand. */
export interface NodeConflict {
  readonly kind: "conflict";
  readonly section: string;
  readonly reason: ConflictReason;
  readonly base: readonly Atom[];
  readonly ours: readonly Atom[];
  readonly theirs: readonly Atom[];
}

export type Entry = Atom | NodeConflict;

export interface TreeMerge {
  readonly entries: readonly Entry[];
  /** Lines of a side that live on only as part of a line made of both sides. */
  readonly absorbed: readonly string[];
}

type Side = "base" | "ours" | "theirs";

/** Merges two versions of a document with their base, node by node. */
export function mergeTree(base: MarkdownNode, ours: MarkdownNode, theirs: MarkdownNode): TreeMerge {
  const absorbed: string[] = [];
  const mergeChildren = (slot: Slot, section: string): Entry[] => [
    ...mergeSiblings(slot.base?.units, slot.ours?.units, slot.theirs?.units, section),
    ...mergeSiblings(slot.base?.sections, slot.ours?.sections, slot.theirs?.sections, section),
  ];
  const mergeSiblings = (b: MarkdownNode[] = [], o: MarkdownNode[] = [], t: MarkdownNode[] = [], section: string) =>
    settlePlaces(
      alignSlots(b, o, t).map((slot) => ({ slot, entries: mergeSlot(slot, section) })),
      section,
    );
  const mergeSlot = (slot: Slot, parent: string): Entry[] => {
    const { base: b, ours: o, theirs: t } = slot;
    const shown = o ?? t;
    if (shown === undefined) return [];
    const section = sectionName(shown, parent);
    if (o !== undefined && t !== undefined) {
      return [mergeBoth(slot, section, shown.kind, b?.text, o.text, t.text, absorbed), ...mergeChildren(slot, section)];
    }
    const side = o === undefined ? "theirs" : "ours";
    if (b === undefined) return atomsOf(shown, side, section);
    if (contentOf(b) !== contentOf(shown)) return [deletion(b, shown, side, section)];
    for (const node of inOrder(shown)) absorbed.push(...node.text.split("\n"));
    return [];
  };
  return { entries: mergeChildren({ base, ours, theirs }, "preamble"), absorbed };
}

function mergeBoth(
  slot: Slot,
  section: string,
  kind: MarkdownNode["kind"],
  base: string | undefined,
  ours: string,
  theirs: string,
  absorbed: string[],
): Atom {
  const own = mergeOwnText(kind, base, ours, theirs);
  if (own.kind === "combined") absorbed.push(...ours.split("\n"), ...theirs.split("\n"));
  return { kind: "atom", slot, section, body: own.kind === "clashing" ? own.chunks : own.text };
}

function sectionName(node: MarkdownNode, parent: string): string {
  if (node.kind === "front matter") return "front matter";
  if (node.kind !== "heading") return parent;
  const title = headingTitle(node.text);
  return parent === "preamble" ? title : `${parent} > ${title}`;
}

function atomsOf(node: MarkdownNode, side: Side, section: string): Atom[] {
  return Array.from(inOrder(node), (each) => ({ kind: "atom", slot: { [side]: each }, section, body: each.text }));
}

function deletion(base: MarkdownNode, kept: MarkdownNode, side: "ours" | "theirs", section: string): NodeConflict {
  const atoms = atomsOf(kept, side, section);
  const common = { kind: "conflict", section, base: atomsOf(base, "base", section) } as const;
  return side === "ours"
    ? { ...common, reason: "deleted by theirs", ours: atoms, theirs: [] }
    : { ...common, reason: "deleted by ours", ours: [], theirs: atoms };
}

/** What a subtree says, whatever its numbering and padding: only that makes a deletion a conflict. */
function contentOf(node: MarkdownNode | undefined): string {
  if (node === undefined) return "";
  return Array.from(inOrder(node), (each) => {
    if (each.kind === "row") return rowCells(each.text).join(" | ");
    if (each.kind !== "item") return each.text;
    const { box, words } = itemParts(each.text);
    return `${box.trim()} ${words}`;
  }).join("\n");
}

interface Placed {
  readonly slot: Slot;
  readonly entries: readonly Entry[];
}

/**
 * Decides what happens where both sides added something at the same place: sections, list items and table rows stand
 * side by side, and prose against prose is a conflict. What continues the list or table above goes first, else what
 * comes first in the alphabet: an order on which two people who merge each other's work agree.
 */
function settlePlaces(placed: readonly Placed[], section: string): Entry[] {
  const standing = placed.filter(({ entries }) => entries.length > 0);
  const result: Entry[] = [];
  for (let i = 0; i < standing.length; ) {
    const ours = takeWhile(standing, i, ({ slot }) => isAddedBy("ours", slot));
    const theirs = takeWhile(standing, i + ours.length, ({ slot }) => isAddedBy("theirs", slot));
    if (ours.length === 0 || theirs.length === 0) {
      const [plain] = ours.length + theirs.length === 0 ? [standing[i]] : [undefined];
      for (const { entries } of plain === undefined ? [...ours, ...theirs] : [plain]) result.push(...entries);
      i += Math.max(1, ours.length + theirs.length);
      continue;
    }
    result.push(...besides(ours, theirs, standing[i - 1]?.slot, section));
    i += ours.length + theirs.length;
  }
  return result;
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
  const [left, right] = [ours.flatMap(({ entries }) => entries), theirs.flatMap(({ entries }) => entries)];
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
