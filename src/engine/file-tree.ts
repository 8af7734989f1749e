/** Reading whole trees of files: for scans. */
export interface FileTree {
  /** Every file at or below `path`, without version control's own and installed packages. */
  files(path: string): AsyncIterable<string>;
  /** The file's text, or undefined for what is no text or larger than `maxBytes`. */
  text(file: string, maxBytes: number): Promise<string | undefined>;
}
