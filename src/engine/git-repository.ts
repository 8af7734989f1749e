/** The repository that `folder` is in, or undefined when it is in none. */
export type OpenGitRepository = (folder: string) => Promise<GitRepository | undefined>;

/** One file of a tree. */
export interface TreeEntry {
  readonly mode: string;
  readonly id: string;
}

/** Files by path from the repository's root. */
export type TreeFiles = ReadonlyMap<string, TreeEntry>;

export interface Head {
  /** Undefined before the first commit. */
  readonly commit: string | undefined;
  /** Undefined when HEAD is detached. */
  readonly branch: string | undefined;
}

export interface RemoteBranch {
  readonly remote: string;
  readonly branch: string;
}

export interface NewCommit {
  readonly tree: string;
  readonly parents: readonly string[];
  readonly message: string;
}

export interface LogEntry {
  readonly commit: string;
  readonly author: string;
  readonly date: string;
  readonly subject: string;
}

/** What a commit adds. */
export interface CommitContent {
  readonly id: string;
  readonly parents: readonly string[];
  /** Names and addresses of author and committer. */
  readonly people: string;
  readonly message: string;
  /** Files that it adds or changes, compared with each of its parents. */
  readonly files: readonly { readonly path: string; readonly id: string }[];
}

export type FetchResult =
  | { readonly kind: "fetched"; readonly commit: string }
  /** The remote answers, but has no such branch. */
  | { readonly kind: "no-branch" }
  | { readonly kind: "failed"; readonly reason: string };

export type PushResult =
  /** A hook of the repository that checks pushes may have been skipped. */
  | { readonly kind: "pushed"; readonly skippedHook: boolean }
  /** The remote branch has moved on: fetch, merge and try again. */
  | { readonly kind: "behind" }
  | { readonly kind: "failed"; readonly reason: string };

/**
 * History, objects, index and remotes of the person's own repository, as far as syncing the context store needs them. Object
 * ids are full hashes.
 */
export interface GitRepository {
  /** Top folder of the working tree. */
  readonly top: string;
  head(): Promise<Head>;
  /** The configured upstream of `branch`, if any. */
  upstreamOf(branch: string): Promise<RemoteBranch | undefined>;
  remotes(): Promise<string[]>;
  /** The remote's default branch, if it can be determined. */
  defaultBranch(remote: string): Promise<string | undefined>;
  fetch(from: RemoteBranch): Promise<FetchResult>;
  /**
   * Pushes, and records where the remote branch is now, as a fetch would. Without the repository's own hooks, unless they
   * are to run: they may come from someone else.
   */
  push(commit: string, to: RemoteBranch, runsHooks: boolean): Promise<PushResult>;

  mergeBase(a: string, b: string): Promise<string | undefined>;
  isAncestor(ancestor: string, of: string): Promise<boolean>;
  /** True when the two commits differ outside `folder`. */
  differOutside(a: string, b: string, folder: string): Promise<boolean>;
  /** True when a commit of `of` that is not in `from` touches anything outside `folder`. */
  touchOutside(from: string | undefined, of: string, folder: string): Promise<boolean>;
  /**
   * Commits of `of` that are not in `from`, newest first. Default of `from`: everything that a remote is known to have;
   * of `folder`: all files.
   */
  newCommits(of: string, from: string | undefined, folder?: string): Promise<CommitContent[]>;
  /** For each path, the ids of every content that the file has had on any branch. */
  versionsOf(paths: readonly string[]): Promise<ReadonlyMap<string, ReadonlySet<string>>>;
  countCommits(from: string, to: string): Promise<number>;
  /** The newest value of a trailer in the commits of `of` that are not in `from`. */
  newestTrailer(name: string, from: string | undefined, of: string): Promise<string | undefined>;
  log(folder: string, count: number): Promise<LogEntry[]>;
  /** The newest commits that changed some lines of a file, counted as they are in HEAD. */
  logLines(path: string, lines: { readonly from: number; readonly to: number }, count: number): Promise<LogEntry[]>;
  /** The newest commit of each file in a folder, as far back as a few thousand commits. */
  lastChanges(folder: string): Promise<ReadonlyMap<string, LogEntry>>;
  diff(folder: string, against: string): Promise<string>;
  listTree(commit: string, folder: string): Promise<TreeFiles>;
  /** The content of blobs, in the order of the ids. */
  readBlobs(ids: readonly string[]): Promise<Buffer[]>;
  /** Writes files of the working tree as blobs; their ids in the same order. */
  writeFileBlobs(paths: readonly string[]): Promise<string[]>;
  writeBlob(text: string): Promise<string>;
  /** The tree of `commit` (or the empty one) with some files replaced, and those that are undefined removed. */
  writeTree(commit: string | undefined, changes: ReadonlyMap<string, TreeEntry | undefined>): Promise<string>;
  commit(commit: NewCommit): Promise<string>;
  shorten(commit: string): Promise<string>;

  isIgnored(path: string): Promise<boolean>;
  /** Files that a merge of git's own left in conflict. */
  unmerged(folder: string): Promise<string[]>;
  /** Those for which an attribute names a filter, which no command here runs. */
  filtered(paths: readonly string[]): Promise<string[]>;
  tracked(paths: readonly string[]): Promise<string[]>;
  /** The tracked files, in any folder, that have one of these names. */
  trackedNamed(names: readonly string[]): Promise<string[]>;
  /** Files that a sparse checkout leaves out of the working tree, as the index has them. */
  sparseFiles(folder: string): Promise<TreeFiles>;
  /**
   * Moves HEAD's branch from `from` to `to` and sets entries of the index with it, all or nothing; `apply`
   * writes the working tree in between, while no other git can touch the index.
   */
  moveHead(step: {
    readonly from: string | undefined;
    readonly to: string;
    readonly entries: ReadonlyMap<string, TreeEntry | undefined>;
    readonly reason: string;
    apply(): Promise<void>;
  }): Promise<void>;
  /** Removes paths from the index; the files stay. */
  untrack(paths: readonly string[]): Promise<void>;
  /** Sets a value of the repository's own configuration. */
  configure(name: string, value: string): Promise<void>;
}
