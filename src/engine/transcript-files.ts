/** Transcripts of agents, read in pieces and never written. */
export interface TranscriptFiles {
  /** Undefined when there is no such file or it may not be read. */
  size(path: string): Promise<number | undefined>;
  /** Bytes from an offset on; fewer at the end of the file. */
  read(path: string, from: number, bytes: number): Promise<Uint8Array>;
  /** Zstandard, which two agents compress with. */
  decompress(bytes: Uint8Array): Promise<Uint8Array>;
  /** Every file below a folder, sorted; none when there is no such folder. */
  listBelow(folder: string, depth: number): Promise<string[]>;
  remove(path: string): Promise<void>;
}

/** Other programs' SQLite databases, opened for reading only and closed again. */
export interface ForeignDatabases {
  /** No rows when there is no such file, or when it lacks the tables. */
  all(path: string, text: string, params?: readonly (string | number)[]): Promise<Readonly<Record<string, unknown>>[]>;
}
