/** What a folder belongs to, as far as identity goes. */
export interface RepositoryFacts {
  /** Top folder of the working tree; the folder itself where there is no repository. Links are resolved. */
  readonly root: string;
  /** What all worktrees of one repository share; equal to `root` where there is no repository. */
  readonly shared: string;
  readonly remote: string | undefined;
  readonly userName: string | undefined;
}

/** Answers what repository a folder belongs to. A folder that does not exist belongs to itself. */
export type ReadRepositoryFacts = (folder: string) => Promise<RepositoryFacts>;
