/** The built page: a few files that a browser is given as they are. */
export interface PageFiles {
  /** The file at a path such as `assets/index-3f2a.js`; undefined when the page has none. */
  read(path: string): Promise<Uint8Array | undefined>;
}
