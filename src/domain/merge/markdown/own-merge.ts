import type { Chunk } from "../text/chunks.js";

/** The own text of one node after a merge; `combined` when it may be neither side's, but made of both. */
export type OwnMerge =
  | { readonly kind: "taken"; readonly text: string }
  | { readonly kind: "combined"; readonly text: string }
  | { readonly kind: "conflicting"; readonly chunks: readonly Chunk[] };

/** Chunks of ended lines as an own text, which lacks its last line end. */
export function ownMerge(kind: "taken" | "combined", chunks: readonly Chunk[]): OwnMerge {
  if (chunks.some((chunk) => chunk.kind === "conflict")) return { kind: "conflicting", chunks };
  const lines = chunks.flatMap((chunk) => (chunk.kind === "stable" ? chunk.lines : []));
  return { kind, text: lines.join("").slice(0, -1) };
}
