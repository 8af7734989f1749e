/** The built web UI: a few static files. */
export interface PageFiles {
  /** The file at a path such as `assets/index-3f2a.js`; undefined when the page has none. */
  read(path: string): Promise<Uint8Array | undefined>;
}
