import { inOrder, type MarkdownNode } from "./markdown-sections.js";
import { threeWay } from "./three-way.js";

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
  const [b, o, t] = [neighbours(base), neighbours(ours), neighbours(theirs)];
  const next = { base: b.next, ours: o.next, theirs: t.next };
  const previous = { base: b.previous, ours: o.previous, theirs: t.previous };
  const adjacent = (version: Version, before: Slot, after: Slot) => {
    const node = before[version];
    return node !== undefined && after[version] !== undefined && next[version].get(node) === after[version]
      ? node.gap
      : undefined;
  };
  const usual = (before: Slot, after: Slot) => {
    const [first, second] = [before.ours ?? before.theirs ?? before.base, after.ours ?? after.theirs ?? after.base];
    if (first?.kind === "row" && second?.kind === "row") return second.level === 0 ? "\n\n" : "\n";
    if (first?.kind !== second?.kind || first?.kind !== "item") return "\n\n";
    const seen = versions.flatMap((version) => {
      const [from, to] = [before[version], after[version]];
      const above = to && previous[version].get(to);
      return [
        from && next[version].get(from)?.kind === "item" ? from.gap : "",
        above?.kind === "item" ? above.gap : "",
      ];
    });
    return seen.reduce(narrower, "") || "\n";
  };
  return {
    start: mergeGap(base.gap, ours.gap, theirs.gap) ?? "",
    end: mergeGap(b.end, o.end, t.end) ?? "",
    between: (before, after) => {
      const known = versions.map((version) => adjacent(version, before, after));
      return mergeGap(known[2], known[0], known[1]) ?? usual(before, after);
    },
  };
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

function neighbours(document: MarkdownNode) {
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
