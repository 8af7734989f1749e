/** Other programs' settings files: text to the byte, links followed, permissions kept. */
export interface ConfigFiles {
  /** The text, or undefined when there is no such file. Refuses what is no UTF-8, because it could not be given back. */
  read(path: string): Promise<string | undefined>;
  exists(path: string): Promise<boolean>;
  /** The path with every link followed; undefined when it leads nowhere. */
  realPath(path: string): Promise<string | undefined>;
  /**
   * Replaces the text that the caller has read by another, all or nothing; undefined stands for no file.
   * Refuses when the file says something else by now, or is read-only. Answers the folders it had to make.
   */
  replace(
    path: string,
    change: { from: string | undefined; to: string | undefined; private?: boolean },
  ): Promise<string[]>;
  /** Makes a folder, and what is missing above it, for its owner alone. */
  makePrivateFolder(folder: string): Promise<void>;
  /** Removes those of the folders that are empty. */
  removeEmptyFolders(folders: readonly string[]): Promise<void>;
  /** Removes a file or a whole folder. */
  remove(path: string): Promise<void>;
}
