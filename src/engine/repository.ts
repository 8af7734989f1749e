export type PathCheck = "ok" | "missing" | "not a folder" | "denied";

/** What a folder's content is at one moment, as far as a run may change it. */
export interface TreeState {
  readonly isGit: boolean;
  readonly head: string | null;
  readonly branch: string | null;
  /** Hash over all that is not committed; the same text for every clean tree. */
  readonly dirty: string;
  /** Hash over branches, tags, stash, configuration and hooks: what a reader must leave alone beyond files. */
  readonly guarded: string;
  /** What is uncommitted, by path, with a hash of its content. */
  readonly uncommitted: ReadonlyMap<string, string>;
}

/** Folders and git repositories as they are: nothing here changes one. */
export interface Repositories {
  check(path: string): Promise<PathCheck>;
  canWrite(path: string): Promise<boolean>;
  /** The path after symbolic links: one folder has one. */
  realPath(path: string): Promise<string>;
  state(path: string): Promise<TreeState>;
  /** Files that belong to the folder: not those that git ignores. Sorted, relative. */
  files(path: string): Promise<string[]>;
  /** What differs from the last commit in the files named, as a patch. */
  patch(path: string, files: readonly string[]): Promise<string>;
  /** Git repositories below a folder, itself included, sorted. */
  discover(folder: string, depth: number): Promise<string[]>;
}
