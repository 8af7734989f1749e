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

/** A working tree kept as git objects under a name of ours: files, index and branch. */
export interface Snapshot {
  readonly ref: string;
  readonly commit: string;
  readonly head: string | null;
  readonly branch: string | null;
}

/** What may be done to a repository's working tree; every path is the folder of a git repository. */
export interface WorkingTrees {
  /** Keeps the tree as it is now, with what is uncommitted, as `refs/throughline/<name>`. Ignored files are left out. */
  snapshot(path: string, name: string): Promise<Snapshot>;
  snapshotOf(path: string, name: string): Promise<Snapshot | undefined>;
  /** Puts files, index and branch back to what a snapshot holds. */
  restore(path: string, snapshot: Snapshot): Promise<void>;
  /** What is different between two snapshots. */
  difference(path: string, before: Snapshot, after: Snapshot): Promise<TreeDifference>;
  forget(path: string, name: string): Promise<void>;
  /** Bytes of all that is uncommitted: what a snapshot would have to keep. */
  uncommittedBytes(path: string): Promise<number>;
  addWorktree(path: string, folder: string, branch: string): Promise<void>;
  /** Commits all there is; undefined when nothing changed. */
  commitAll(folder: string, message: string): Promise<string | undefined>;
  removeWorktree(path: string, folder: string): Promise<void>;
  /** False when there is no such branch. */
  deleteBranch(path: string, branch: string): Promise<boolean>;
}
