export interface TreeEntry {
  readonly name: string;
  /** Links are `other`: they may lead out of the tree or round in it. */
  readonly kind: "file" | "folder" | "other";
}

/** A source tree as an indexer reads it. */
export interface SourceTree {
  kindOf(path: string): Promise<"file" | "folder" | "missing" | "unreadable">;
  /** Names in order of their bytes; undefined where the folder cannot be read. */
  entries(folder: string): Promise<readonly TreeEntry[] | undefined>;
  /** Size, and a text that changes whenever the file was written or replaced; undefined when it is gone. */
  stamp(path: string): Promise<{ readonly bytes: number; readonly stamp: string } | undefined>;
  /** Undefined when it is gone or unreadable. */
  read(path: string): Promise<Uint8Array | undefined>;
}
