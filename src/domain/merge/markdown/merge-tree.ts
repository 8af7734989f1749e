import { headingTitle } from "../../../base/text/markdown-blocks.js";
import type { ConflictReason } from "../merge-result.js";
import type { Chunk } from "../text/merge-lines.js";
import type { Sides } from "../text/three-way.js";
import { alignSlots } from "./align-slots.js";
import type { Slot } from "./markdown-gaps.js";
import { contentOf, inOrder, type MarkdownNode, wholeText } from "./markdown-nodes.js";
import { mergeOwnText } from "./merge-node-text.js";

/** A node of the merged document: its text, or line chunks some of which conflict. */
export interface Atom {
  readonly kind: "atom";
  readonly slot: Slot;
  readonly section: string;
  readonly body: string | readonly Chunk[];
}

/** Nodes of which only one side's version can be used. */
export interface NodeConflict extends Sides<readonly Atom[]> {
  readonly kind: "conflict";
  readonly section: string;
  readonly reason: ConflictReason;
}

export type Entry = Atom | NodeConflict;

interface TreeMerge {
  readonly entries: readonly Entry[];
  /** Lines of a side that were combined with the other side's or dropped because they only differ in formatting. */
  readonly absorbed: readonly string[];
}

/** Merges two versions of a document with their base, node by node. */
export function mergeTree(base: MarkdownNode, ours: MarkdownNode, theirs: MarkdownNode): TreeMerge {
  const absorbed: string[] = [];
  const mergeChildren = ({ base, ours, theirs }: Slot, section: string): Entry[] => [
    ...mergeSiblings(base?.units, ours?.units, theirs?.units, section),
    ...mergeSiblings(base?.sections, ours?.sections, theirs?.sections, section),
  ];
  const mergeSiblings = (b: MarkdownNode[] = [], o: MarkdownNode[] = [], t: MarkdownNode[] = [], section: string) =>
    orderInsertions(
      alignSlots(b, o, t).map((slot) => ({ slot, entries: mergeSlot(slot, section) })),
      section,
    );
  const mergeSlot = (slot: Slot, parent: string): Entry[] => {
    const { base: b, ours: o, theirs: t } = slot;
    const node = o ?? t;
    if (node === undefined) return [];
    const section = sectionName(node, parent);
    if (o !== undefined && t !== undefined) {
      const ownText = mergeOwnText(node.kind, b?.text, o.text, t.text);
      if (ownText.kind === "combined") absorbed.push(o.text, t.text);
      const body = ownText.kind === "conflicting" ? ownText.chunks : ownText.text;
      return [{ kind: "atom", slot, section, body }, ...mergeChildren(slot, section)];
    }
    const side = o === undefined ? "theirs" : "ours";
    const remaining = atomsOf(node, side, section);
    if (b === undefined) return remaining;
    if (contentOf(b) !== contentOf(node)) {
      const reason = side === "ours" ? "deleted by theirs" : "deleted by ours";
      const sides = { base: atomsOf(b, "base", section), ours: [], theirs: [], [side]: remaining };
      return [{ kind: "conflict", section, reason, ...sides }];
    }
    if (wholeText(b) !== wholeText(node)) absorbed.push(wholeText(node));
    return [];
  };
  return { entries: mergeChildren({ base, ours, theirs }, "preamble"), absorbed };
}

function sectionName(node: MarkdownNode, parent: string): string {
  if (node.kind === "front matter") return "front matter";
  if (node.kind !== "heading") return parent;
  const title = headingTitle(node.text);
  return parent === "preamble" ? title : `${parent} > ${title}`;
}

const atomsOf = (node: MarkdownNode, side: keyof Slot, section: string): Atom[] =>
  Array.from(inOrder(node), (each) => ({ kind: "atom", slot: { [side]: each }, section, body: each.text }));

/** A slot in merged order, with its merged entries. */
interface MergedSlot {
  readonly slot: Slot;
  readonly entries: readonly Entry[];
}

/**
 * Orders what both sides added at the same position: sections, list items and table rows of both are kept, and prose of
 * both is a conflict. What continues the list or table above comes first, otherwise the alphabet decides.
 */
function orderInsertions(slots: readonly MergedSlot[], section: string): Entry[] {
  const filled = slots.filter(({ entries }) => entries.length > 0);
  const result: Entry[] = [];
  for (let i = 0; i < filled.length; ) {
    const ours = takeWhile(filled, i, ({ slot }) => !slot.base && slot.ours && !slot.theirs);
    const theirs = takeWhile(filled, i + ours.length, ({ slot }) => !slot.base && slot.theirs && !slot.ours);
    const above = filled[i - 1];
    const added = [...ours, ...theirs];
    if (ours.length === 0 || theirs.length === 0)
      result.push(...(added.length > 0 ? added : filled.slice(i, i + 1)).flatMap(({ entries }) => entries));
    else if (hasProse(ours) && hasProse(theirs)) {
      const [left, right] = [ours, theirs].map((side) => side.flatMap(({ entries }) => entries.filter(isAtom)));
      const sides = { base: [], ours: left ?? [], theirs: right ?? [] };
      result.push({ kind: "conflict", section, reason: "both added", ...sides });
    } else {
      const [ourKind, theirKind, kind] = [ours[0], theirs[0], above].map(kindOf);
      const isEven = (ourKind === kind) === (theirKind === kind);
      const theirsFirst = isEven ? contentOfSide(theirs) < contentOfSide(ours) : theirKind === kind;
      result.push(...(theirsFirst ? [...theirs, ...ours] : added).flatMap(({ entries }) => entries));
    }
    i += Math.max(1, added.length);
  }
  return result;
}

const isAtom = (entry: Entry): entry is Atom => entry.kind === "atom";

function takeWhile<T>(list: readonly T[], from: number, predicate: (element: T) => unknown): readonly T[] {
  const end = list.findIndex((element, i) => i >= from && !predicate(element));
  return list.slice(from, end === -1 ? list.length : end);
}

const kindOf = (merged: MergedSlot | undefined) => (merged?.slot.ours ?? merged?.slot.theirs)?.kind;

const contentOfSide = (side: readonly MergedSlot[]): string =>
  side
    .flatMap(({ slot }) => slot.ours ?? slot.theirs ?? [])
    .map(contentOf)
    .join("\n");

const hasProse = (side: readonly MergedSlot[]): boolean =>
  side.some((merged) => kindOf(merged) === "text" || kindOf(merged) === "front matter");
