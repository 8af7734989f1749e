import { splitLines } from "../diff/lines.js";
import type { Chunk } from "./chunks.js";
import { mergeLines } from "./merge-lines.js";

export type TextMerge =
  | { readonly kind: "merged"; readonly text: string }
  | { readonly kind: "conflicted"; readonly chunks: readonly Chunk[] };

/**
 * Three-way merge by lines. As in git, changes of the two sides that touch each other conflict unless they are
 * equal; lines on which both sides agree inside a conflict are stable again.
 */
export function mergeText(base: string, ours: string, theirs: string): TextMerge {
  if (ours === theirs || theirs === base) return { kind: "merged", text: ours };
  if (ours === base) return { kind: "merged", text: theirs };
  const chunks = mergeLines(splitLines(base), splitLines(ours), splitLines(theirs));
  const text = stableText(chunks);
  return text === undefined ? { kind: "conflicted", chunks } : { kind: "merged", text };
}

function stableText(chunks: readonly Chunk[]): string | undefined {
  if (chunks.some((chunk) => chunk.kind === "conflict")) return undefined;
  return chunks.flatMap((chunk) => (chunk.kind === "stable" ? chunk.lines : [])).join("");
}
