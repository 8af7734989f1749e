/** What tells one repository from another. */
export interface GitMetadata {
  /** The folder that holds the working files. */
  readonly root: string;
  /** The repository itself, the same for all its worktrees. */
  readonly store: string;
  readonly remote: string;
}

/** Ignore files that are not in the tree. */
export interface Excludes {
  readonly root: string;
  /** Their texts, the weakest first: the person's own, then those of this repository. */
  readonly texts: readonly string[];
}

/** Where folders belong, read from the file system: no process is started for it. */
export interface GitLocator {
  /** The folder itself with links resolved, as far up as it exists. */
  realPath(folder: string): Promise<string>;
  /** The repository that a folder is in, or undefined. */
  at(folder: string): Promise<GitMetadata | undefined>;
  /** The name that commits made in a folder would carry. */
  userName(folder: string): Promise<string | undefined>;
  /** What git ignores in the repository that a folder is in, beside what stands in the tree; undefined outside of any. */
  excludes(folder: string): Promise<Excludes | undefined>;
  /** The oldest commit; undefined when git cannot tell soon. */
  rootCommit(root: string): Promise<string | undefined>;
  /** The commit that last changed a line (or the newest of a file), and when. */
  lastChange(
    root: string,
    file: string,
    line: number | undefined,
  ): Promise<{ commit: string; at: string; subject: string } | undefined>;
}
