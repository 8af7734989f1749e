/** Author of commits that no person wrote, or on a machine whose git has no user name. */
export const commitIdentity = {
  GIT_AUTHOR_NAME: "Throughline",
  GIT_AUTHOR_EMAIL: "throughline@localhost",
  GIT_COMMITTER_NAME: "Throughline",
  GIT_COMMITTER_EMAIL: "throughline@localhost",
};
