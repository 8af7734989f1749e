/** git, as far as keeping a folder of a repository in step with others needs it. Object ids are full hashes. */
export interface Git {
  /** The repository that `folder` is in, or undefined when it is in none. */
  open(folder: string): Promise<Repository | undefined>;
}

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

export interface CommitFacts {
  readonly tree: string;
  readonly parents: readonly string[];
  readonly message: string;
}

export interface LoggedCommit {
  readonly commit: string;
  readonly author: string;
  readonly date: string;
  readonly subject: string;
}

export type Fetched =
  | { readonly kind: "fetched"; readonly commit: string }
  /** The remote answers, but has no such branch. */
  | { readonly kind: "no-branch" }
  | { readonly kind: "failed"; readonly reason: string };

export type Pushed =
  | { readonly kind: "pushed" }
  /** The remote branch has moved on: fetch, merge and try again. */
  | { readonly kind: "behind" }
  | { readonly kind: "failed"; readonly reason: string };

export interface Repository {
  /** Top folder of the working tree. */
  readonly top: string;
  /** The git folder of this working tree. */
  readonly gitDir: string;
  head(): Promise<Head>;
  /** Where `branch` is configured to go, if anywhere. */
  upstreamOf(branch: string): Promise<RemoteBranch | undefined>;
  remotes(): Promise<string[]>;
  /** The branch a remote calls its main one, as far as this clone knows. */
  defaultBranch(remote: string): Promise<string | undefined>;
  fetch(from: RemoteBranch): Promise<Fetched>;
  push(commit: string, to: RemoteBranch): Promise<Pushed>;
  /** Remembers that the remote branch is at `commit` now. */
  rememberRemote(at: RemoteBranch, commit: string): Promise<void>;

  mergeBase(a: string, b: string): Promise<string | undefined>;
  isAncestor(ancestor: string, of: string): Promise<boolean>;
  /** True when the two commits differ outside `folder`. */
  differOutside(a: string, b: string, folder: string): Promise<boolean>;
  /** True when a commit of `of` that is not in `from` touches anything outside `folder`. */
  touchOutside(from: string | undefined, of: string, folder: string): Promise<boolean>;
  /** Paths in `folder` that the commits of `of` that are not in `from` touch. */
  touchedPaths(from: string | undefined, of: string, folder: string): Promise<string[]>;
  /** Ids of every content that a file has had on any branch. */
  versionsOf(path: string): Promise<string[]>;
  countCommits(from: string, to: string): Promise<number>;
  /** The newest value of a trailer in the commits of `of` that are not in `from`. */
  newestTrailer(name: string, from: string | undefined, of: string): Promise<string | undefined>;
  log(folder: string, count: number): Promise<LoggedCommit[]>;
  diff(folder: string, against: string): Promise<string>;
  filesOf(commit: string, folder: string): Promise<TreeFiles>;
  /** The content of objects, in the order asked for. */
  contents(ids: readonly string[]): Promise<Buffer[]>;
  /** Ids of files of the working tree, whose content is kept as objects. */
  keepFiles(paths: readonly string[]): Promise<string[]>;
  keepText(text: string): Promise<string>;
  /** The tree of `commit` (or the empty one) with some files set, and those given as undefined taken out. */
  treeWith(commit: string | undefined, changes: ReadonlyMap<string, TreeEntry | undefined>): Promise<string>;
  commit(facts: CommitFacts): Promise<string>;
  shorten(commit: string): Promise<string>;

  isIgnored(path: string): Promise<boolean>;
  /** Files that a merge of git's own left in conflict. */
  unmerged(folder: string): Promise<string[]>;
  tracked(paths: readonly string[]): Promise<string[]>;
  /** Files that a sparse checkout leaves out of the working tree, as the index has them. */
  leftOut(folder: string): Promise<TreeFiles>;
  /**
   * Moves HEAD's branch from `from` to `to` and sets entries of the person's index with it, all or nothing; `apply`
   * writes the working tree in between, while no other git can touch the index.
   */
  move(step: {
    readonly from: string | undefined;
    readonly to: string;
    readonly entries: ReadonlyMap<string, TreeEntry | undefined>;
    readonly reason: string;
    apply(): Promise<void>;
  }): Promise<void>;
  /** Takes paths out of the person's index; the files stay. */
  untrack(paths: readonly string[]): Promise<void>;
  /** Sets a value of the repository's own configuration. */
  configure(name: string, value: string): Promise<void>;
}
