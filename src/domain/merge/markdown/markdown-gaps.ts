import { threeWay } from "../text/three-way.js";
import { inOrder, type MarkdownNode } from "./markdown-nodes.js";

/** The versions of one node in the base and on each side. */
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

/** Neighbors keep their spacing; new neighbors get the default spacing of their kinds. */
export function mergeGaps(base: MarkdownNode, ours: MarkdownNode, theirs: MarkdownNode): Gaps {
  const order = { base: neighborsOf(base), ours: neighborsOf(ours), theirs: neighborsOf(theirs) };
  return {
    start: mergeGap(base.gap, ours.gap, theirs.gap) ?? "",
    end: mergeGap(order.base.end, order.ours.end, order.theirs.end) ?? "",
    between: (before, after) => {
      const gapIn = (version: Version) => existingGap(order[version], before[version], after[version]);
      return mergeGap(gapIn("base"), gapIn("ours"), gapIn("theirs")) ?? defaultGap(order, before, after);
    },
  };
}

const existingGap = ({ next }: Neighbors, before?: MarkdownNode, after?: MarkdownNode): string | undefined =>
  before !== undefined && after !== undefined && next.get(before) === after ? before.gap : undefined;

/** No blank line between rows, the smallest adjacent spacing between items, and one blank line otherwise. */
function defaultGap(order: Readonly<Record<Version, Neighbors>>, before: Slot, after: Slot): string {
  const [first, second] = [before.ours ?? before.theirs, after.ours ?? after.theirs];
  if (first?.kind === "row" && second?.kind === "row") return second.level === 0 ? "\n\n" : "\n";
  if (first?.kind !== "item" || second?.kind !== "item") return "\n\n";
  const itemGaps = versions.flatMap((version) => {
    const [from, to] = [before[version], after[version]];
    const below = from && order[version].next.get(from);
    const above = to && order[version].previous.get(to);
    return [below?.kind === "item" ? (from?.gap ?? "") : "", above?.kind === "item" ? above.gap : ""];
  });
  return itemGaps.reduce(narrower, "") || "\n";
}

/** Versions without the gap are ignored; if the sides disagree, the wider gap wins. */
function mergeGap(base: string | undefined, ours: string | undefined, theirs: string | undefined): string | undefined {
  if (ours === undefined || theirs === undefined) return ours ?? theirs;
  return threeWay(base, ours, theirs)?.value ?? wider(ours, theirs);
}

// Both are symmetric in the sides, so that spacing is the same from either side.
const wider = (a: string, b: string): string => (a.length > b.length || (a.length === b.length && a > b) ? a : b);

function narrower(a: string, b: string): string {
  if (a === "" || b === "") return a || b;
  return wider(a, b) === a ? b : a;
}

interface Neighbors {
  readonly next: ReadonlyMap<MarkdownNode, MarkdownNode>;
  readonly previous: ReadonlyMap<MarkdownNode, MarkdownNode>;
  /** The text after the last node. */
  readonly end: string;
}

function neighborsOf(document: MarkdownNode): Neighbors {
  const nodes = [...inOrder(document)];
  const next = new Map<MarkdownNode, MarkdownNode>();
  const previous = new Map<MarkdownNode, MarkdownNode>();
  for (const [i, node] of nodes.entries()) {
    const successor = nodes[i + 1];
    if (successor === undefined) continue;
    next.set(node, successor);
    previous.set(successor, node);
  }
  return { next, previous, end: nodes.length > 1 ? (nodes.at(-1)?.gap ?? "") : "" };
}
