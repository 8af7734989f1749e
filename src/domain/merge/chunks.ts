export type Lines = readonly string[];

/** Lines on which the two sides disagree. */
export interface Clash {
  readonly kind: "clash";
  readonly base: Lines;
  readonly ours: Lines;
  readonly theirs: Lines;
}

/** Settled lines are `agreed` when they stand so on both sides, else one side alone brought them. */
interface Settled {
  readonly kind: "settled";
  readonly agreed: boolean;
  readonly lines: Lines;
}

export type Chunk = Settled | Clash;
