import { splitLines } from "../diff/lines.js";
import { type Chunk, mergeLines, stableLines } from "../text/merge-lines.js";
import { threeWay } from "../text/three-way.js";
import { itemParts, type MarkdownNode, rowCells } from "./markdown-nodes.js";

/** The own text of one node after a merge; `combined` if it may be a combination of both sides. */
type OwnMerge =
  | { readonly kind: "taken"; readonly text: string }
  | { readonly kind: "combined"; readonly text: string }
  | { readonly kind: "conflicting"; readonly chunks: readonly Chunk[] };

/** Merges two versions of one node. Without a base, both sides added it. */
export function mergeOwnText(
  kind: MarkdownNode["kind"],
  base: string | undefined,
  ours: string,
  theirs: string,
): OwnMerge {
  const simple = threeWay(base, ours, theirs)?.value;
  if (simple !== undefined) return { kind: "taken", text: simple };
  const combined = kind === "item" ? combineItems(base, ours, theirs) : undefined;
  const text = kind === "row" ? combineRows(base, ours, theirs) : combined;
  if (text !== undefined) return { kind: "combined", text };
  // A node's own text lacks its last line break; as lines of a merge, every line has one.
  const linesOf = (text: string) => splitLines(`${text}\n`);
  const chunks = mergeLines(base === undefined ? [] : linesOf(base), linesOf(ours), linesOf(theirs));
  const lines = stableLines(chunks);
  return lines ? { kind: "taken", text: lines.join("").slice(0, -1) } : { kind: "conflicting", chunks };
}

/** Of a list item, one side may check the box while the other changes the words. */
function combineItems(base: string | undefined, ours: string, theirs: string): string | undefined {
  const [b, o, t] = [itemParts(base ?? ""), itemParts(ours), itemParts(theirs)];
  if (base === undefined) return o.words === t.words && o.box === t.box ? ours : undefined;
  const marker = threeWay(b.marker, o.marker, t.marker)?.value ?? o.marker;
  const box = threeWay(b.box, o.box, t.box)?.value;
  const text = threeWay(b.text, o.text, t.text)?.value;
  return box === undefined || text === undefined ? undefined : marker + box + text;
}

/** Merges a table row by cells if no side added or removed a column. */
function combineRows(base: string | undefined, ours: string, theirs: string): string | undefined {
  const [o, t] = [rowCells(ours), rowCells(theirs)];
  const b = base === undefined ? [] : rowCells(base);
  const [ourCells, theirCells, baseCells] = [o, t, b].map((cells) => cells.join("\n"));
  // A change of the padding alone gives way.
  if (ourCells === theirCells || theirCells === baseCells) return ours;
  if (ourCells === baseCells) return theirs;
  if (o.length !== b.length || t.length !== b.length) return undefined;
  const cells = b.map((cell, i) => threeWay(cell, o[i], t[i])?.value);
  if (cells.includes(undefined)) return undefined;
  return /^\s*\|/.test(ours) ? `| ${cells.join(" | ")} |` : cells.join(" | ");
}
