/** The longest text that is read from a folder that is not trusted; it takes about four times as much memory. */
export const maxTextBytes = 64 * 2 ** 20;

/** Plain files, as the stores see them. Paths are absolute. */
export interface Files {
  /** The text, or undefined when there is no such file. */
  read(path: string): Promise<string | undefined>;
  /** The same for a regular file of at most so many bytes; refuses others, such as a link to a device that never ends. */
  readUpTo(path: string, maxBytes: number): Promise<string | undefined>;
  /** The same as `read` up to `maxTextBytes`, but a symbolic link counts as no file: for folders whose content is not trusted. */
  readPlain(path: string): Promise<string | undefined>;
  /** Names in a folder, sorted; none when there is no such folder. */
  list(folder: string): Promise<string[]>;
  /** Names of a folder's own files or folders, sorted; symbolic links are neither. */
  listKind(folder: string, kind: "file" | "folder"): Promise<string[]>;
  /** Every file below a folder as a path inside it with `/`, sorted; symbolic links are not followed. */
  tree(folder: string): Promise<string[]>;
  /** Atomic, and durable when it returns; missing folders are created. */
  write(path: string, text: string | Uint8Array, options?: { private?: boolean; executable?: boolean }): Promise<void>;
  /** Removes a file or a folder with its content, if it exists. */
  remove(path: string): Promise<void>;
  /** Also from one file system to another; missing folders are created. */
  rename(from: string, to: string, options?: { private?: boolean }): Promise<void>;
  /** In bytes; 0 when there is no such file. */
  size(path: string): Promise<number>;
  /** When it was last written, or undefined when there is no such file. */
  modified(path: string): Promise<Date | undefined>;
  /** The path with every symbolic link followed, or undefined when there is no such path. */
  realPath(path: string): Promise<string | undefined>;
  exists(path: string): Promise<boolean>;
}
