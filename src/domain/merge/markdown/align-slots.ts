import { mergeOrder } from "../text/merge-order.js";
import type { Slot } from "./markdown-gaps.js";
import type { MarkdownNode } from "./markdown-sections.js";
import { matchNodes, nodeKey } from "./match-nodes.js";
import { rowCells } from "./unit-parts.js";

interface OpenSlot extends Slot {
  ours: MarkdownNode | undefined;
  theirs: MarkdownNode | undefined;
}

type Nodes = readonly MarkdownNode[];

/** Pairs the siblings of three versions and puts them into their merged order, deleted ones included. */
export function alignSlots(base: Nodes, ours: Nodes, theirs: Nodes): Slot[] {
  const known: OpenSlot[] = base.map((node) => ({ base: node, ours: undefined, theirs: undefined }));
  const added = new Map<string, OpenSlot>();
  const place = (side: "ours" | "theirs", nodes: Nodes) => {
    const partners = matchNodes(base, nodes);
    let after = -1;
    return nodes.map((node, i) => {
      const partner = partners[i];
      const slot = known[partner ?? -1] ?? addedSlot(added, side, addKey(node, after));
      after = partner ?? after;
      slot[side] = node;
      return slot;
    });
  };
  const left = place("ours", ours);
  const right = place("theirs", theirs);
  return mergeOrder(known, left, right);
}

/** Two sides that add the same thing share a slot; one side adding it twice does not. */
function addedSlot(added: Map<string, OpenSlot>, side: "ours" | "theirs", key: string): OpenSlot {
  const shared = added.get(key);
  if (shared !== undefined && shared[side] === undefined) return shared;
  const slot: OpenSlot = { ours: undefined, theirs: undefined };
  if (shared === undefined) added.set(key, slot);
  return slot;
}

/** A new section is known by its heading; other nodes also by the base node they were added after. */
function addKey(node: MarkdownNode, after: number): string {
  if (node.kind === "heading") return nodeKey(node);
  if (node.kind === "front matter") return node.kind;
  const name = node.kind === "row" ? rowCells(node.text)[0] : undefined;
  return `${after} ${name ? `row ${name}` : nodeKey(node)}`;
}
