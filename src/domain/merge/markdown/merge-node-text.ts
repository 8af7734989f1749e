import { splitLines } from "../diff/lines.js";
import type { Chunk } from "../text/chunks.js";
import { mergeLines } from "../text/merge-lines.js";
import { threeWay } from "../text/three-way.js";
import type { MarkdownNode } from "./markdown-sections.js";
import { itemParts, rowCells } from "./unit-parts.js";

/** The own text of one node after a merge; `combined` if it may be a combination of both sides. */
type OwnMerge =
  | { readonly kind: "taken"; readonly text: string }
  | { readonly kind: "combined"; readonly text: string }
  | { readonly kind: "conflicting"; readonly chunks: readonly Chunk[] };

/** Chunks of complete lines as a node's own text, which lacks its last line break. */
function ownMerge(kind: "taken" | "combined", chunks: readonly Chunk[]): OwnMerge {
  if (chunks.some((chunk) => chunk.kind === "conflict")) return { kind: "conflicting", chunks };
  const lines = chunks.flatMap((chunk) => (chunk.kind === "stable" ? chunk.lines : []));
  return { kind, text: lines.join("").slice(0, -1) };
}

/** Merges two versions of one node. Without a base, both sides added it. */
export function mergeOwnText(
  kind: MarkdownNode["kind"],
  base: string | undefined,
  ours: string,
  theirs: string,
): OwnMerge {
  const simple = threeWay(base, ours, theirs)?.value;
  if (simple !== undefined) return { kind: "taken", text: simple };
  const combined = combine(kind, base, ours, theirs);
  if (combined !== undefined) return { kind: "combined", text: combined };
  return mergeOwnLines(base ?? "", ours, theirs);
}

function combine(
  kind: MarkdownNode["kind"],
  base: string | undefined,
  ours: string,
  theirs: string,
): string | undefined {
  if (kind === "item") return combineItems(base, ours, theirs);
  if (kind === "row") return combineRows(base, ours, theirs);
  return kind === "heading" ? combineHeadings(base, ours, theirs) : undefined;
}

const mergeOwnLines = (base: string, ours: string, theirs: string): OwnMerge =>
  ownMerge("taken", mergeLines(...asLines(base, ours, theirs)));

/** A node's own text lacks its last line break; as lines of a merge, every line has one. */
const asLines = (base: string, ours: string, theirs: string): [string[], string[], string[]] => [
  base === "" ? [] : splitLines(`${base}\n`),
  splitLines(`${ours}\n`),
  splitLines(`${theirs}\n`),
];

function combineItems(base: string | undefined, ours: string, theirs: string): string | undefined {
  const [b, o, t] = [itemParts(base ?? ""), itemParts(ours), itemParts(theirs)];
  const box = base === undefined ? preferredBox(o.box, t.box) : threeWay(b.box, o.box, t.box)?.value;
  if (base === undefined) return o.words === t.words ? `${o.marker}${box}${o.text}` : undefined;
  const marker = threeWay(b.marker, o.marker, t.marker)?.value ?? o.marker;
  const text = threeWay(b.text, o.text, t.text)?.value;
  return box === undefined || text === undefined ? undefined : marker + box + text;
}

/** Prefers a checked box to an empty one, and that to none. */
const preferredBox = (a: string, b: string): string => [a, b].sort().at(-1) ?? "";

/** Merges a table row by cells if no side added or removed a column. */
function combineRows(base: string | undefined, ours: string, theirs: string): string | undefined {
  const [o, t] = [rowCells(ours), rowCells(theirs)];
  const b = base === undefined ? undefined : rowCells(base);
  const isEqual = (x: readonly string[], y: readonly string[]) =>
    x.length === y.length && x.every((cell, i) => cell === y[i]);
  if (isEqual(o, t)) return ours;
  if (b === undefined) return undefined;
  if (isEqual(o, b)) return theirs;
  if (isEqual(t, b)) return ours;
  if (o.length !== b.length || t.length !== b.length) return undefined;
  const cells = b.map((cell, i) => threeWay(cell, o[i], t[i])?.value);
  if (cells.includes(undefined)) return undefined;
  return /^\s*\|/.test(ours) ? `| ${cells.join(" | ")} |` : cells.join(" | ");
}

const atxParts = /^( {0,3}#{1,6})([ \t].*)$/;

/** One side may change a heading's level while the other changes its words. */
function combineHeadings(base: string | undefined, ours: string, theirs: string): string | undefined {
  const [b, o, t] = [atxParts.exec(base ?? ""), atxParts.exec(ours), atxParts.exec(theirs)];
  if (b === null || o === null || t === null) return undefined;
  const level = threeWay(b[1], o[1], t[1])?.value;
  const words = threeWay(b[2], o[2], t[2])?.value;
  return level === undefined || words === undefined ? undefined : level + words;
}
