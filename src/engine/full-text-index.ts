/** The tokens of one document. Tokens hold letters, digits and `_` only, and are joined by single spaces. */
export interface WordRow {
  readonly docId: number;
  /** Title, body, reply, names (files and tags). */
  readonly fields: readonly string[];
  /** Tokens for what the document is rather than what it says, such as its kind: to narrow a match cheaply. */
  readonly marks: string;
}

export interface WordMatch {
  /** Each group must be met by one of its tokens. A token that ends in `*` stands for all that begin with it. */
  readonly groups: readonly (readonly string[])[];
  readonly none: readonly string[];
  /** Each group of marks must be met by one of its marks. */
  readonly marks: readonly (readonly string[])[];
  readonly limit: number;
  /** Very many documents have the words: some of them will do, those that are quick to find. */
  readonly isCommon?: boolean;
}

export interface TitleQuery {
  readonly tenant: string;
  readonly title: string;
  /** Looked at, before the condition. */
  readonly max: number;
}

/** Nobody types a longer title. */
export const titleIndex = `CREATE INDEX search_documents_by_title ON search_documents (tenant, lower(title))
  WHERE title <> '' AND length(title) <= 80`;
/** What has the title `?`, said so that a database sees that the index will do. */
export const hasTitle = (asked: string): string =>
  `lower(title) = lower(${asked}) AND title <> '' AND length(title) <= 80`;

/** A condition on `search_documents`, known as `d`. */
export interface WordCondition {
  readonly where: string;
  readonly params: readonly (string | number)[];
}

/** The part of the search index that every database does in its own way: words, and the words that look like a word. */
export interface FullTextIndex<Session> {
  /** Statements that create the tables. */
  tables(session: Session): Promise<readonly string[]>;
  /** Whether a statement failed because the tables are damaged or gone; absent where the server keeps them whole. */
  isDamaged?(error: unknown): boolean;
  /** Creates the tables again, empty. */
  reset?(session: Session): Promise<void>;
  add(session: Session, rows: readonly WordRow[]): Promise<void>;
  remove(session: Session, nrs: readonly number[]): Promise<void>;
  /** For each match the numbers of documents, the most promising first. */
  matchEach(session: Session, condition: WordCondition, matches: readonly WordMatch[]): Promise<number[][]>;
  /** Statements that make documents quick to find by their title; the table of documents is there by then. */
  titleTables(session: Session): Promise<readonly string[]>;
  /** Documents of the tenant with this title, in letters of either case, the newest first; those of `most` that fit. */
  findByTitle(session: Session, condition: WordCondition, findByTitle: TitleQuery): Promise<number[]>;
  /** In how many documents each token is, about where it is in many; counting stops at `most`. */
  frequencies(session: Session, tokens: readonly string[], max: number): Promise<number[]>;
  /** Remembers tokens that may be looked for by a part of them or with a typing error. */
  addTerms(session: Session, terms: readonly string[]): Promise<void>;
  /** No longer remembers terms that no document has. */
  dropTerms(session: Session, terms: readonly string[]): Promise<void>;
  /** Remembered terms that share most with `word`: candidates for what was meant by a typing error. */
  similarTerms(session: Session, word: string, limit: number): Promise<string[]>;
  /** Remembered terms that contain `part`, the shortest first. */
  termsContaining(session: Session, part: string, limit: number): Promise<string[]>;
  /** Remembered terms that begin so, the shortest first. */
  termsWithPrefix(session: Session, letters: string, limit: number): Promise<string[]>;
}

/** Three neighbouring letters at a time: what two spellings of a word share. */
export function trigramsOf(word: string): string[] {
  const letters = [...word];
  return letters.slice(2).map((_, i) => letters.slice(i, i + 3).join(""));
}
