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

/** Vectors in a database that keeps tenants apart, where no process may gather those of all of them in its memory. */
export interface VectorIndex<Session> {
  /** Whether the database can find the nearest; without, documents are compared that were found by their words. */
  isThere(session: Session): Promise<boolean>;
  /** Tenants with documents that the model has not read. */
  tenantsWaiting(session: Session, model: string): Promise<string[]>;
  /** Places vectors that are kept already. */
  place(session: Session, vectors: readonly PlacedVector[]): Promise<void>;
  /** Keys of the nearest vectors, the nearest first. */
  nearest(session: Session, wanted: NearestVectors): Promise<number[]>;
}
