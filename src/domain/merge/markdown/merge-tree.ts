import { headingTitle } from "../../../base/text/markdown-blocks.js";
import { alignSlots } from "./align-slots.js";
import type { Slot } from "./markdown-gaps.js";
import { inOrder, type MarkdownNode, wholeText } from "./markdown-sections.js";
import { mergeOwnText } from "./merge-node-text.js";
import type { Atom, Entry, NodeConflict } from "./merged-entry.js";
import { contentOf } from "./node-content.js";
import { orderInsertions } from "./order-insertions.js";

interface TreeMerge {
  readonly entries: readonly Entry[];
  /** Lines of a side that were combined with the other side's or dropped because they only differ in formatting. */
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
    if (b === undefined) return atomsOf(node, side, section);
    if (contentOf(b) !== contentOf(node)) return [deletionConflict(b, node, side, section)];
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

const atomsOf = (node: MarkdownNode, side: Side, section: string): Atom[] =>
  Array.from(inOrder(node), (each) => ({ kind: "atom", slot: { [side]: each }, section, body: each.text }));

function deletionConflict(
  base: MarkdownNode,
  remaining: MarkdownNode,
  side: "ours" | "theirs",
  section: string,
): NodeConflict {
  const atoms = atomsOf(remaining, side, section);
  const common = { kind: "conflict", section, base: atomsOf(base, "base", section) } as const;
  return side === "ours"
    ? { ...common, reason: "deleted by theirs", ours: atoms, theirs: [] }
    : { ...common, reason: "deleted by ours", ours: [], theirs: atoms };
}
