/** The tokens of one document. Tokens hold letters, digits and `_` only, and are joined by single spaces. */
export interface FullTextRow {
  readonly docId: number;
  /** Title, body, reply, names (files and tags). */
  readonly fields: readonly string[];
  /** Tokens for metadata such as the kind, which narrow a match cheaply. */
  readonly filterTokens: string;
}

export interface FullTextMatch {
  /** A document must have a token of each group. A token that ends in `*` is a prefix. */
  readonly groups: readonly (readonly string[])[];
  readonly excluded: readonly string[];
  /** A document must have a filter token of each group. */
  readonly filterTokens: readonly (readonly string[])[];
  readonly limit: number;
  /** Very many documents have the words: a subset that is quick to find is enough. */
  readonly isCommon?: boolean;
  /** Only some matches are needed: where very many documents match, not all of them are ranked. */
  readonly isPartial?: boolean;
}

export interface TitleQuery {
  readonly tenant: string;
  readonly title: string;
  /** Documents examined before the condition. */
  readonly max: number;
}

/** Longer titles are not indexed: they are never typed as a query. */
export const titleIndex = `CREATE INDEX search_documents_by_title ON search_documents (tenant, lower(title))
  WHERE title <> '' AND length(title) <= 80`;
/** Matches the title `?`, phrased so that the database uses the index. */
export const hasTitle = (placeholder: string): string =>
  `lower(title) = lower(${placeholder}) AND title <> '' AND length(title) <= 80`;

/** A condition on `search_documents`, known as `d`. */
export interface DocumentCondition {
  readonly where: string;
  readonly params: readonly (string | number)[];
}

/** Receives rows of `search_documents`, known as `d`, with these columns; a row may come twice. */
export interface DocumentRows {
  readonly columns: string;
  add(row: object): void;
}

/** The part of the search index that is specific to each database: full-text search and similar terms. */
export interface FullTextIndex<Session> {
  /** Filter tokens are checked on documents that are read anyway: always use them, however common they are. */
  readonly alwaysFilters?: boolean;
  /** Statements that create the tables. */
  tables(session: Session): Promise<readonly string[]>;
  /** Whether a statement failed because the tables are damaged or missing; absent where the server repairs itself. */
  isDamaged?(error: unknown): boolean;
  /** Creates the tables again, empty. */
  reset?(session: Session): Promise<void>;
  add(session: Session, rows: readonly FullTextRow[]): Promise<void>;
  remove(session: Session, docIds: readonly number[]): Promise<void>;
  /**
   * For each match, the ids of documents, the most promising first. Where a round trip costs more than the documents
   * themselves, these are passed to `documents` too.
   */
  matchEach(
    session: Session,
    condition: DocumentCondition,
    matches: readonly FullTextMatch[],
    documents?: DocumentRows,
  ): Promise<number[][]>;
  /** Statements that index documents by title; the documents table exists by then. */
  titleTables(session: Session): Promise<readonly string[]>;
  /** Documents of the tenant with this title, ignoring case, the newest first; the first `max` are filtered. */
  findByTitle(session: Session, condition: DocumentCondition, query: TitleQuery): Promise<number[]>;
  /** The document frequency of each token, estimated where it is large; counting stops at `max`. */
  frequencies(session: Session, tokens: readonly string[], max: number): Promise<number[]>;
  /** Stores terms for search by substring and for correction of typos. */
  addTerms(session: Session, terms: readonly string[]): Promise<void>;
  /** Removes terms that no document has. */
  dropTerms(session: Session, terms: readonly string[]): Promise<void>;
  /** Terms that share most trigrams with `word`: candidates for the correction of a typo. */
  similarTerms(session: Session, word: string, limit: number): Promise<string[]>;
  /** Terms that contain `part`, the shortest first. */
  termsContaining(session: Session, part: string, limit: number): Promise<string[]>;
  /** Terms that begin with `prefix`, the shortest first. */
  termsWithPrefix(session: Session, prefix: string, limit: number): Promise<string[]>;
}

/** Trigrams, most of which two spellings of a word share. */
export function trigramsOf(word: string): string[] {
  const letters = [...word];
  return letters.slice(2).map((_, i) => letters.slice(i, i + 3).join(""));
}
