import { type Sides, threeWay } from "../text/three-way.js";
import { inOrder, type MarkdownNode } from "./markdown-nodes.js";

/** The versions of one node in the base and on each side. */
export type Slot = Partial<Sides<MarkdownNode | undefined>>;

/** What to write before, between and after the nodes of a merged document. */
export interface Gaps {
  readonly start: string;
  readonly end: string;
  between(before: Slot, after: Slot): string;
}

/** Neighbors keep their spacing; new neighbors get the default spacing of their kinds. */
export function mergeGaps(base: MarkdownNode, ours: MarkdownNode, theirs: MarkdownNode): Gaps {
  const next = new Map<MarkdownNode | undefined, MarkdownNode>();
  const previous = new Map<MarkdownNode | undefined, MarkdownNode>();
  const [baseEnd, ourEnd, theirEnd] = [base, ours, theirs].map((document) => {
    const nodes = [...inOrder(document)];
    for (const [i, node] of nodes.slice(1).entries()) {
      next.set(nodes[i], node);
      previous.set(node, nodes[i] ?? document);
    }
    return nodes.length > 1 ? nodes.at(-1)?.gap : "";
  });
  const gapIn = (before?: MarkdownNode, after?: MarkdownNode): string | undefined =>
    after !== undefined && next.get(before) === after ? before?.gap : undefined;

  /** No blank line between rows, the smallest adjacent spacing between items, and one blank line otherwise. */
  const defaultGap = (before: Slot, after: Slot): string => {
    const [first, second] = [before.ours ?? before.theirs, after.ours ?? after.theirs];
    if (first?.kind === "row" && second?.kind === "row") return second.level === 0 ? "\n\n" : "\n";
    if (first?.kind !== "item" || second?.kind !== "item") return "\n\n";
    const above = [before.base, before.ours, before.theirs].filter((node) => next.get(node)?.kind === "item");
    const below = [after.base, after.ours, after.theirs].map((node) => previous.get(node));
    const gaps = [...above, ...below.filter((node) => node?.kind === "item")].map((node) => node?.gap ?? "");
    return gaps.filter((gap) => gap !== "").toSorted(byWidth)[0] ?? "\n";
  };

  return {
    start: mergeGap(base.gap, ours.gap, theirs.gap) ?? "",
    end: mergeGap(baseEnd, ourEnd, theirEnd) ?? "",
    between: (before, after) =>
      mergeGap(gapIn(before.base, after.base), gapIn(before.ours, after.ours), gapIn(before.theirs, after.theirs)) ??
      defaultGap(before, after),
  };
}

/** Versions without the gap are ignored; if the sides disagree, the wider gap wins. */
function mergeGap(base: string | undefined, ours: string | undefined, theirs: string | undefined): string | undefined {
  if (ours === undefined || theirs === undefined) return ours ?? theirs;
  return threeWay(base, ours, theirs)?.value ?? [ours, theirs].toSorted(byWidth)[1];
}

// Symmetric in the sides, so that spacing is the same from either side.
const byWidth = (a: string, b: string): number => a.length - b.length || (a < b ? -1 : 1);
