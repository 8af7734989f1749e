export type Lines = readonly string[];

/** Lines on which the two sides disagree. */
export interface ConflictChunk {
  readonly kind: "conflict";
  readonly base: Lines;
  readonly ours: Lines;
  readonly theirs: Lines;
}

/** Lines without conflict; `agreed` if both sides have them, otherwise only one side changed them. */
interface StableChunk {
  readonly kind: "stable";
  readonly agreed: boolean;
  readonly lines: Lines;
}

export type Chunk = StableChunk | ConflictChunk;
