export interface FolderEntry {
  readonly name: string;
  /** Links are `other`: they may lead out of the tree or form a cycle. */
  readonly kind: "file" | "folder" | "other";
}

/** Reading whole trees of files: for indexing and for scans. */
export interface FileTree {
  kindOf(path: string): Promise<"file" | "folder" | "missing" | "unreadable">;
  /** Names in order of their bytes; undefined where the folder cannot be read. */
  entries(folder: string): Promise<readonly FolderEntry[] | undefined>;
  /** Size, and a text that changes whenever the file was written or replaced; undefined when it is gone. */
  stamp(path: string): Promise<{ readonly bytes: number; readonly stamp: string } | undefined>;
  /** Undefined when it is gone or unreadable. */
  read(path: string): Promise<Uint8Array | undefined>;
  /** Every file at or below `path`, except in `.git` and `node_modules`. */
  files(path: string): AsyncIterable<string>;
  /** The file's text, or undefined for a binary or unreadable file or one larger than `maxBytes`. */
  text(file: string, maxBytes: number): Promise<string | undefined>;
}
