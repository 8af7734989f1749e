/** A self-contained piece of a file: a function, a class, a section. */
export interface CodeChunk {
  /** Unique within the file, and stable when lines move. */
  readonly key: string;
  /** Lines, from 1, both included. */
  readonly start: number;
  readonly end: number;
  readonly kind: string;
  /** `Pool.open`; empty for text between symbols. */
  readonly symbol: string;
  readonly text: string;
}

/** A declaration in a file. */
export interface CodeSymbol {
  readonly name: string;
  readonly kind: string;
  readonly start: number;
  readonly end: number;
  readonly signature: string;
  /** The symbol it belongs to, or empty. */
  readonly parent: string;
}

/** A region of a file, by rows from 0, both included. Regions may be unordered and have gaps. */
export interface CodeRegion {
  readonly from: number;
  readonly to: number;
  readonly kind: string;
  readonly symbol: string;
}
