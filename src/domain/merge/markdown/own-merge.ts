import type { Chunk } from "../text/chunks.js";

/** The own text of one node after a merge; `combined` if it may be a combination of both sides. */
export type OwnMerge =
  | { readonly kind: "taken"; readonly text: string }
  | { readonly kind: "combined"; readonly text: string }
  | { readonly kind: "conflicting"; readonly chunks: readonly Chunk[] };

/** Chunks of complete lines as a node's own text, which lacks its last line break. */
export function ownMerge(kind: "taken" | "combined", chunks: readonly Chunk[]): OwnMerge {
  if (chunks.some((chunk) => chunk.kind === "conflict")) return { kind: "conflicting", chunks };
  const lines = chunks.flatMap((chunk) => (chunk.kind === "stable" ? chunk.lines : []));
  return { kind, text: lines.join("").slice(0, -1) };
}
