/** Identifies a repository. */
export interface GitMetadata {
  /** Top folder of the working tree. */
  readonly root: string;
  /** The git folder that all worktrees of the repository share. */
  readonly commonDir: string;
  readonly remote: string;
}

/** A commit with its message and the files it changed. */
export interface CommitChange {
  readonly hash: string;
  readonly at: string;
  readonly subject: string;
  readonly body: string;
  /** Relative to the folder that was asked for, with slashes. */
  readonly files: readonly string[];
}

/** A commit with its whole message. */
export type CommitMessage = Omit<CommitChange, "files">;

/** A commit by its subject line and the files it changed. */
export type CommitSummary = Pick<CommitChange, "subject" | "files">;

/** Commits that `head` has. */
export interface CommitLog {
  readonly head: string;
  readonly commits: readonly CommitSummary[];
}

/** Which repository a folder is in, to identify its project. Returns undefined rather than waiting long for git. */
export interface GitLocator {
  /** The folder with links resolved; unchanged if it does not exist. */
  realPath(folder: string): Promise<string>;
  /** The repository that a folder is in. Reads files without starting git, because every call and every hook needs it. */
  locate(folder: string): Promise<GitMetadata | undefined>;
  /** Git repositories below a folder, itself included, sorted. */
  discover(folder: string, depth: number): Promise<string[]>;
  /** The author name of commits made in a folder; of a deleted one, in the nearest folder above it. */
  userName(folder: string): Promise<string | undefined>;
  /**
   * The files below a folder that git tracks or would add, relative to it, with slashes; a repository inside is one entry.
   * Undefined if there is none: without a repository that git can read, or in a folder that it ignores.
   */
  listedFiles(folder: string): Promise<readonly string[] | undefined>;
  /** Those that are in git's index. */
  trackedFiles(folder: string): Promise<readonly string[] | undefined>;
  /** The oldest commit. */
  rootCommit(root: string): Promise<string | undefined>;
  /** The newest commits below a folder that `since` does not have, newest first, without merges. */
  commits(folder: string, since: string | undefined, limit: number): Promise<CommitLog | undefined>;
  /** The messages of the newest commits without merges, newest first. */
  messages(root: string, limit: number): Promise<readonly CommitMessage[]>;
  /** The newest commits without merges, with their files, newest first. Takes seconds: not for hooks. */
  changes(root: string, limit: number): Promise<readonly CommitChange[]>;
  /** Files that differ from the last commit, without new ones. */
  changedFiles(root: string): Promise<readonly string[]>;
  /** The commit that last changed a line (or the newest of a file), and when. */
  lastChange(
    root: string,
    file: string,
    line: number | undefined,
  ): Promise<{ commit: string; at: string; subject: string } | undefined>;
}
