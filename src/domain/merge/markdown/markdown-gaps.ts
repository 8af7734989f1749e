import { threeWay } from "../text/three-way.js";
import { inOrder, type MarkdownNode } from "./markdown-sections.js";

/** One node as the base and each side have it. */
export interface Slot {
  readonly base?: MarkdownNode | undefined;
  readonly ours?: MarkdownNode | undefined;
  readonly theirs?: MarkdownNode | undefined;
}

/** What to write before, between and after the nodes of a merged document. */
export interface Gaps {
  readonly start: string;
  readonly end: string;
  between(before: Slot, after: Slot): string;
}

type Version = "base" | "ours" | "theirs";
const versions: readonly Version[] = ["ours", "theirs", "base"];

/** Neighbours keep the spacing they had as neighbours; new neighbours get the spacing usual for their kinds. */
export function mergeGaps(base: MarkdownNode, ours: MarkdownNode, theirs: MarkdownNode): Gaps {
  const order = { base: neighbours(base), ours: neighbours(ours), theirs: neighbours(theirs) };
  return {
    start: mergeGap(base.gap, ours.gap, theirs.gap) ?? "",
    end: mergeGap(order.base.end, order.ours.end, order.theirs.end) ?? "",
    between: (before, after) => {
      const known = (version: Version) => knownGap(order[version], before[version], after[version]);
      return mergeGap(known("base"), known("ours"), known("theirs")) ?? usualGap(order, before, after);
    },
  };
}

function knownGap({ next }: Neighbours, before?: MarkdownNode, after?: MarkdownNode): string | undefined {
  return before !== undefined && after !== undefined && next.get(before) === after ? before.gap : undefined;
}

/** Rows stand close, items as close as the closest items beside them, all else a blank line apart. */
function usualGap(order: Readonly<Record<Version, Neighbours>>, before: Slot, after: Slot): string {
  const [first, second] = [before.ours ?? before.theirs, after.ours ?? after.theirs];
  if (first?.kind === "row" && second?.kind === "row") return second.level === 0 ? "\n\n" : "\n";
  if (first?.kind !== "item" || second?.kind !== "item") return "\n\n";
  const seen = versions.flatMap((version) => {
    const [from, to] = [before[version], after[version]];
    const below = from && order[version].next.get(from);
    const above = to && order[version].previous.get(to);
    return [below?.kind === "item" ? (from?.gap ?? "") : "", above?.kind === "item" ? above.gap : ""];
  });
  return seen.reduce(narrower, "") || "\n";
}

/** A version that does not know the gap has no say; where the sides disagree the wider gap wins. */
function mergeGap(base: string | undefined, ours: string | undefined, theirs: string | undefined): string | undefined {
  if (ours === undefined || theirs === undefined) return ours ?? theirs;
  return threeWay(base, ours, theirs)?.value ?? wider(ours, theirs);
}

// Both ignore who is ours, so that a merge spaces its text the same from either side.
function wider(a: string, b: string): string {
  return a.length > b.length || (a.length === b.length && a > b) ? a : b;
}

function narrower(a: string, b: string): string {
  if (a === "" || b === "") return a || b;
  return wider(a, b) === a ? b : a;
}

interface Neighbours {
  readonly next: ReadonlyMap<MarkdownNode, MarkdownNode>;
  readonly previous: ReadonlyMap<MarkdownNode, MarkdownNode>;
  /** What stands after the last node. */
  readonly end: string;
}

function neighbours(document: MarkdownNode): Neighbours {
  const nodes = [...inOrder(document)];
  const next = new Map<MarkdownNode, MarkdownNode>();
  const previous = new Map<MarkdownNode, MarkdownNode>();
  for (const [i, node] of nodes.entries()) {
    const follower = nodes[i + 1];
    if (follower === undefined) continue;
    next.set(node, follower);
    previous.set(follower, node);
  }
  return { next, previous, end: nodes.length > 1 ? (nodes.at(-1)?.gap ?? "") : "" };
}
