import { countEach } from "../../../base/text/count-each.js";
import { diffLines } from "../../../base/text/diff/diff-lines.js";
import { itemParts, type MarkdownNode, rowCells, wholeText } from "./markdown-nodes.js";

type Nodes = readonly MarkdownNode[];

/** For each node of a side, the index of its base node; undefined if the side added it. */
type Partners = readonly (number | undefined)[];

const minSimilarity = 0.5;
const lookAhead = 8;

/** Matches nodes with base nodes: first unchanged ones in order, then moved, then rewritten ones. */
export function matchNodes(base: Nodes, side: Nodes): Partners {
  const partners: (number | undefined)[] = new Array(side.length).fill(undefined);
  const unmatched = new Set(base.keys());
  const pair = (b: number, s: number) => {
    partners[s] = b;
    unmatched.delete(b);
  };
  const [baseKeys, sideKeys] = [base.map(nodeKey), side.map(nodeKey)];
  for (const [b, s] of unchangedPairs(baseKeys, sideKeys)) pair(b, s);

  const moved = new Map<string, number[]>();
  for (const b of unmatched) {
    const key = baseKeys[b] ?? "";
    if (!moved.get(key)?.push(b)) moved.set(key, [b]);
  }
  for (const [s, key] of sideKeys.entries()) {
    const b = partners[s] === undefined ? moved.get(key)?.shift() : undefined;
    if (b !== undefined) pair(b, s);
  }

  // Between two unchanged neighbors, a base node and a new node of the same kind may be one node, rewritten.
  for (let s = 0; s < side.length; s++) {
    if (partners[s] !== undefined) continue;
    const start = s;
    while (s < side.length && partners[s] === undefined) s++;
    const candidates: number[] = [];
    for (let b = (partners[start - 1] ?? -1) + 1; unmatched.has(b); b++) candidates.push(b);
    const isOnlyPair = candidates.length === 1 && s - start === 1;
    for (let node = start, next = 0; node < s; node++) {
      const window = candidates.slice(next, next + lookAhead);
      const match = window.find((b) => isRewrite(base[b], side[node], isOnlyPair));
      if (match === undefined) continue;
      pair(match, node);
      next = candidates.indexOf(match) + 1;
    }
  }
  return partners;
}

/** The key by which unchanged nodes match. Headings that differ in case or level are different headings. */
export function nodeKey(node: MarkdownNode): string {
  if (node.kind === "item") return `item ${itemParts(node.text).words}`;
  if (node.kind === "row") return `row ${rowCells(node.text).join(" | ")}`;
  return `${node.kind} ${node.text}`;
}

function* unchangedPairs(base: readonly string[], side: readonly string[]): Generator<readonly [number, number]> {
  let [b, s] = [0, 0];
  for (const change of [...diffLines(base, side), { aStart: base.length, aEnd: 0, bStart: 0, bEnd: 0 }]) {
    while (b < change.aStart) yield [b++, s++];
    [b, s] = [change.aEnd, change.bEnd];
  }
}

function isRewrite(a: MarkdownNode | undefined, b: MarkdownNode | undefined, isOnlyPair: boolean): boolean {
  if (a === undefined || b === undefined || a.kind !== b.kind) return false;
  if (a.kind === "heading") return similarity(wholeText(a), wholeText(b)) >= minSimilarity;
  if (a.kind === "row" && a.level !== b.level) return false;
  if (a.kind === "row" && rowCells(a.text)[0] === rowCells(b.text)[0]) return true;
  return isOnlyPair || similarity(a.text, b.text) >= minSimilarity;
}

/** The Dice coefficient of the words of two texts, 0 to 1. */
function similarity(a: string, b: string): number {
  const [left, right] = [words(a), words(b)];
  const counts = countEach(left);
  let common = 0;
  for (const word of right) {
    const count = counts.get(word) ?? 0;
    if (count > 0) common++;
    counts.set(word, count - 1);
  }
  return left.length + right.length === 0 ? 0 : (2 * common) / (left.length + right.length);
}

const words = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
