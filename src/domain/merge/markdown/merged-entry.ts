import type { ConflictReason } from "../merge-result.js";
import type { Chunk } from "../text/chunks.js";
import type { Slot } from "./markdown-gaps.js";

/** A node of the merged document: its text, or line chunks some of which conflict. */
export interface Atom {
  readonly kind: "atom";
  readonly slot: Slot;
  readonly section: string;
  readonly body: string | readonly Chunk[];
}

/** Nodes of which only one side's version can be used. */
export interface NodeConflict {
  readonly kind: "conflict";
  readonly section: string;
  readonly reason: ConflictReason;
  readonly base: readonly Atom[];
  readonly ours: readonly Atom[];
  readonly theirs: readonly Atom[];
}

export type Entry = Atom | NodeConflict;
