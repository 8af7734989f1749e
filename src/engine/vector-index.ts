/** One vector of a document, as the database keeps it. */
export interface PlacedVector {
  readonly nr: number;
  readonly model: string;
  readonly passage: number;
  readonly numbers: Float32Array;
}

export interface NearestVectors {
  readonly model: string;
  readonly query: Float32Array;
  /** A condition on `search_documents`, known as `d`. */
  readonly where: string;
  readonly params: readonly (string | number)[];
  readonly limit: number;
}

/** Finds vectors by nearness inside the database. */
export interface VectorIndex<Session> {
  /** Whether the database has what it takes; without it, documents are compared that were found by their words. */
  isThere(session: Session): Promise<boolean>;
  /** Places vectors that are kept already. */
  place(session: Session, vectors: readonly PlacedVector[]): Promise<void>;
  /** Keys of the nearest vectors, the nearest first. */
  nearest(session: Session, wanted: NearestVectors): Promise<number[]>;
}
