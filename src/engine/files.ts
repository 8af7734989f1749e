/** Plain files, as the stores see them. Paths are absolute. */
export interface Files {
  /** The text, or undefined when there is no such file. */
  read(path: string): Promise<string | undefined>;
  /** Names in a folder, sorted; none when there is no such folder. */
  list(folder: string): Promise<string[]>;
  /** All or nothing, durable when it returns; missing folders are made. */
  write(path: string, text: string, options?: { private?: boolean }): Promise<void>;
  exists(path: string): Promise<boolean>;
}
