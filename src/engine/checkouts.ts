/** What tells one repository from another. */
export interface CheckoutFacts {
  /** The folder that holds the working files. */
  readonly root: string;
  /** The repository itself, the same for all its worktrees. */
  readonly store: string;
  readonly remote: string;
}

/** Where folders belong, read from the file system: no process is started for it. */
export interface Checkouts {
  /** The folder itself with links resolved, as far up as it exists. */
  realPath(folder: string): Promise<string>;
  /** The repository that a folder is in, or undefined. */
  at(folder: string): Promise<CheckoutFacts | undefined>;
  /** The name that commits made in a folder would carry. */
  userName(folder: string): Promise<string | undefined>;
  /** The oldest commit; undefined when git cannot tell soon. */
  rootCommit(root: string): Promise<string | undefined>;
  /** The commit that last changed a line (or the newest of a file), and when. */
  lastChange(
    root: string,
    file: string,
    line: number | undefined,
  ): Promise<{ commit: string; at: string; subject: string } | undefined>;
}
