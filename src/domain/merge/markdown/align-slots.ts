import { mergeOrder } from "../text/merge-order.js";
import type { Slot } from "./markdown-gaps.js";
import { type MarkdownNode, rowCells } from "./markdown-nodes.js";
import { matchNodes, nodeKey } from "./match-nodes.js";

interface OpenSlot extends Slot {
  /** The new heading directly before it on the side that added it first. */
  readonly previous: string;
  ours: MarkdownNode | undefined;
  theirs: MarkdownNode | undefined;
}

type Nodes = readonly MarkdownNode[];

/** Pairs the siblings of three versions and orders them as merged, deleted ones included. */
export function alignSlots(base: Nodes, ours: Nodes, theirs: Nodes): Slot[] {
  const slots = base.map((node): OpenSlot => ({ base: node, previous: "", ours: undefined, theirs: undefined }));
  const added = new Map<string, OpenSlot>();
  const assignSlots = (side: "ours" | "theirs", nodes: Nodes) => {
    const partners = matchNodes(base, nodes);
    let after = -1;
    let previous = "";
    return nodes.map((node, i) => {
      const partner = partners[i];
      const key = addKey(node, after);
      const slot = slots[partner ?? -1] ?? addedSlot(side, key, previous);
      after = partner ?? after;
      previous = partner === undefined && node.kind === "heading" ? key : "";
      slot[side] = node;
      return slot;
    });
  };
  return mergeOrder(slots, assignSlots("ours", ours), assignSlots("theirs", theirs));

  /**
   * Nodes that both sides add share a slot; nodes that one side adds twice do not, nor do headings that follow different
   * new ones: `Todo` after `Alpha` is not `Todo` after `Beta`.
   */
  function addedSlot(side: "ours" | "theirs", key: string, previous: string): OpenSlot {
    const existing = added.get(key);
    const isSameRun = !existing?.previous || previous === "" || existing.previous === previous;
    if (existing !== undefined && existing[side] === undefined && isSameRun) return existing;
    const slot: OpenSlot = { ours: undefined, theirs: undefined, previous };
    if (existing === undefined) added.set(key, slot);
    return slot;
  }
}

/** A new section is identified by its heading; other nodes also by the base node they follow. */
function addKey(node: MarkdownNode, after: number): string {
  if (node.kind === "heading") return nodeKey(node);
  if (node.kind === "front matter") return node.kind;
  const name = node.kind === "row" ? rowCells(node.text)[0] : undefined;
  return `${after} ${name ? `row ${name}` : nodeKey(node)}`;
}
