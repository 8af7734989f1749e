export type PathCheck = "ok" | "missing" | "not a folder" | "denied";

/** The state of a folder's content, to detect what a run changed. */
export interface TreeState {
  /** The folder after symbolic links. */
  readonly path: string;
  readonly isGit: boolean;
  readonly head: string | null;
  readonly branch: string | null;
  /** Hash over all that is not committed; the same text for every clean tree. */
  readonly dirty: string;
  /** Hash over branches, tags, stash, configuration and hooks, which a read-only run must not change either. */
  readonly guarded: string;
  /** What is uncommitted, by path, with a hash of its content. */
  readonly uncommitted: ReadonlyMap<string, string>;
}

export interface TreeChange {
  readonly file: string;
  readonly action: "created" | "modified" | "deleted" | "renamed";
  /** The former name of a renamed file. */
  readonly from?: string;
  readonly added: number | null;
  readonly removed: number | null;
}

export interface TreeDifference {
  readonly changes: readonly TreeChange[];
  readonly patch: string;
}

/** A working tree stored as git objects under a ref of ours: files, index and branch. */
export interface Snapshot extends Pick<TreeState, "head" | "branch"> {
  readonly ref: string;
  readonly commit: string;
}

/**
 * The files of linked repositories, which sub-agents and commands work in: their state, snapshots and worktrees. No hook
 * or monitor of the repository runs. The first four also serve folders without git.
 */
export interface WorkingTrees {
  check(path: string, access?: "read" | "write"): Promise<PathCheck>;
  state(path: string): Promise<TreeState>;
  /** Files that belong to the folder: not those that git ignores. Sorted, relative. */
  files(path: string): Promise<string[]>;
  /** The changes of the given files since the last commit, as a patch. */
  patch(path: string, files: readonly string[]): Promise<string>;

  /** Stores the tree as it is now, with what is uncommitted, as `refs/throughline/<name>`, without ignored files. */
  snapshot(path: string, name: string): Promise<Snapshot>;
  snapshotOf(path: string, name: string): Promise<Snapshot | undefined>;
  /** Resets files, index and branch to a snapshot. */
  restore(path: string, snapshot: Snapshot): Promise<void>;
  difference(path: string, before: Snapshot, after: Snapshot): Promise<TreeDifference>;
  forget(path: string, name: string): Promise<void>;
  /** Bytes of all that is uncommitted: what a snapshot would have to store. */
  uncommittedBytes(path: string): Promise<number>;

  addWorktree(path: string, folder: string, branch: string): Promise<void>;
  /** Commits every change; undefined when there is none. */
  commitAll(folder: string, message: string): Promise<string | undefined>;
  removeWorktree(path: string, folder: string): Promise<void>;
  /** False when there is no such branch. */
  deleteBranch(path: string, branch: string): Promise<boolean>;
}
