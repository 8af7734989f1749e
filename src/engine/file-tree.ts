/** Reading whole trees of files: for scans. */
export interface FileTree {
  /** Every file at or below `path`, without version control's own and installed packages. */
  files(path: string): AsyncIterable<string>;
  /** The file's text, or undefined for what is no text or larger than `mostBytes`. */
  text(file: string, mostBytes: number): Promise<string | undefined>;
}
