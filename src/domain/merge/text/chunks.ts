export type Lines = readonly string[];

/** Lines on which the two sides disagree. */
export interface ConflictChunk {
  readonly kind: "conflict";
  readonly base: Lines;
  readonly ours: Lines;
  readonly theirs: Lines;
}

/** Settled lines are `agreed` when they stand so on both sides, else one side alone brought them. */
interface StableChunk {
  readonly kind: "stable";
  readonly agreed: boolean;
  readonly lines: Lines;
}

export type Chunk = StableChunk | ConflictChunk;
