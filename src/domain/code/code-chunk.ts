/** A piece of a file that means something by itself: a function, a class, a section. */
export interface CodeChunk {
  /** Names it within its file, and stays the same when lines move. */
  readonly key: string;
  /** Lines, from 1, both included. */
  readonly start: number;
  readonly end: number;
  readonly kind: string;
  /** `Pool.open`; empty for text between symbols. */
  readonly symbol: string;
  readonly text: string;
}

/** Something that a file declares. */
export interface CodeSymbol {
  readonly name: string;
  readonly kind: string;
  readonly start: number;
  readonly end: number;
  readonly signature: string;
  /** The symbol it belongs to, or empty. */
  readonly parent: string;
}

/** What was found in a file, by rows from 0, both included; not yet in order nor without gaps. */
export interface CodeRegion {
  readonly from: number;
  readonly to: number;
  readonly kind: string;
  readonly symbol: string;
}
