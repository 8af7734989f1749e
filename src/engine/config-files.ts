/** Other programs' settings files. Every byte and the permissions are preserved; links are followed. */
export interface ConfigFiles {
  /** The text, or undefined when there is no such file. Rejects files that are not UTF-8, because they could not be restored. */
  read(path: string): Promise<string | undefined>;
  exists(path: string): Promise<boolean>;
  /** The path with every link followed; undefined when the target does not exist. */
  realPath(path: string): Promise<string | undefined>;
  /**
   * Atomically replaces the text that the caller has read; undefined means no file.
   * Fails when the file has changed since, or is read-only. Returns the folders it created.
   */
  replace(
    path: string,
    change: { from: string | undefined; to: string | undefined; private?: boolean; executable?: boolean },
  ): Promise<string[]>;
  /** Creates a folder and its missing parents, accessible to the owner only. */
  makePrivateFolder(folder: string): Promise<void>;
  /** Removes those of the folders that are empty. */
  removeEmptyFolders(folders: readonly string[]): Promise<void>;
  /** Removes a file or a whole folder. */
  remove(path: string): Promise<void>;
}
