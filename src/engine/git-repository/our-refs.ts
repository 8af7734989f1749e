/** Out of the way of branches and tags, and never pushed by default. */
export const refOf = (name: string): string => `refs/throughline/${name}`;

/** Author of commits that nobody wrote. */
export const ourName: Readonly<Record<string, string>> = {
  GIT_AUTHOR_NAME: "Throughline",
  GIT_AUTHOR_EMAIL: "throughline@localhost",
  GIT_COMMITTER_NAME: "Throughline",
  GIT_COMMITTER_EMAIL: "throughline@localhost",
};
