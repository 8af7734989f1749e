import { mergeOrder } from "../text/merge-order.js";
import type { Slot } from "./markdown-gaps.js";
import type { MarkdownNode } from "./markdown-sections.js";
import { hasSameBody, matchNodes, nodeKey } from "./match-nodes.js";
import { rowCells } from "./unit-parts.js";

interface OpenSlot extends Slot {
  /** The new heading right before it on the side that added it first. */
  previous?: string;
  ours: MarkdownNode | undefined;
  theirs: MarkdownNode | undefined;
}

type Nodes = readonly MarkdownNode[];

/** Pairs the siblings of three versions and puts them into their merged order, deleted ones included. */
export function alignSlots(base: Nodes, ours: Nodes, theirs: Nodes): Slot[] {
  const slots: OpenSlot[] = base.map((node) => ({ base: node, ours: undefined, theirs: undefined }));
  const added = new Map<string, OpenSlot>();
  const place = (side: "ours" | "theirs", nodes: Nodes) => {
    const partners = matchNodes(base, nodes);
    let after = -1;
    let previous = "";
    return nodes.map((node, i) => {
      const partner = partners[i];
      const key = addKey(node, after);
      const slot = slots[partner ?? -1] ?? renamedSlot(added, side, node) ?? addedSlot(added, side, key, previous);
      after = partner ?? after;
      previous = partner === undefined && node.kind === "heading" ? key : "";
      slot[side] = node;
      return slot;
    });
  };
  const left = place("ours", ours);
  const right = place("theirs", theirs);
  return mergeOrder(slots, left, right);
}

/**
 * Two sides that add the same thing share a slot; one side adding it twice does not. Nor do headings that follow
 * different new ones: `Todo` after `Alpha` is not `Todo` after `Beta`.
 */
function addedSlot(added: Map<string, OpenSlot>, side: "ours" | "theirs", key: string, previous: string): OpenSlot {
  const shared = added.get(key);
  const isSameRun = !shared?.previous || previous === "" || shared.previous === previous;
  if (shared !== undefined && shared[side] === undefined && isSameRun) return shared;
  const slot: OpenSlot = { ours: undefined, theirs: undefined, previous };
  if (shared === undefined) added.set(key, slot);
  return slot;
}

/** A section that the other side added with the same text under another heading. */
function renamedSlot(
  added: ReadonlyMap<string, OpenSlot>,
  side: "ours" | "theirs",
  node: MarkdownNode,
): OpenSlot | undefined {
  if (node.kind !== "heading") return undefined;
  const other = side === "ours" ? "theirs" : "ours";
  return [...added.values()].find((slot) => {
    const twin = slot[other];
    return slot[side] === undefined && twin?.kind === "heading" && twin.text !== node.text && hasSameBody(twin, node);
  });
}

/** A new section is identified by its heading; other nodes also by the base node they follow. */
function addKey(node: MarkdownNode, after: number): string {
  if (node.kind === "heading") return nodeKey(node);
  if (node.kind === "front matter") return node.kind;
  const name = node.kind === "row" ? rowCells(node.text)[0] : undefined;
  return `${after} ${name ? `row ${name}` : nodeKey(node)}`;
}
