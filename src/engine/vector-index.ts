/** A vector of a document, as stored in the index. */
export interface IndexedVector {
  readonly docId: number;
  readonly model: string;
  readonly passage: number;
  readonly vector: Float32Array;
}

export interface NearestQuery {
  readonly model: string;
  readonly query: Float32Array;
  /** A condition on `search_documents`, known as `d`. */
  readonly where: string;
  readonly params: readonly (string | number)[];
  readonly limit: number;
}

/** A vector index in a database that isolates tenants, where no process may load the vectors of all tenants. */
export interface VectorIndex<Session> {
  /** Whether the database can find the nearest vectors; if not, only documents found by keywords are compared. */
  isAvailable(session: Session): Promise<boolean>;
  /** Tenants with documents that are not embedded yet. */
  tenantsToEmbed(session: Session, model: string): Promise<string[]>;
  /** How many documents of all tenants are not embedded yet. */
  countWaiting(session: Session): Promise<number>;
  /** Adds stored vectors to the index. */
  insert(session: Session, vectors: readonly IndexedVector[]): Promise<void>;
  /** Keys of the nearest vectors, the nearest first. */
  nearest(session: Session, query: NearestQuery): Promise<number[]>;
}
