import { basename } from "node:path";
import type { RepositoryFacts } from "../../engine/repository-facts.js";

/** One name for all clones and worktrees of a repository: its remote without protocol and credentials, else its place. */
export function projectKey({ remote, shared }: Pick<RepositoryFacts, "remote" | "shared">): string {
  return (remote && remoteName(remote)) ?? shared.replace(/[\\/]\.git$/, "");
}

/** The short name people use for it. */
export const projectName = (facts: Pick<RepositoryFacts, "remote" | "shared">): string => basename(projectKey(facts));

const forms = [
  // https://user:secret@host:443/owner/name.git
  /^[a-z+]+:\/\/(?:[^@/]*@)?(?<host>[^/:]+)(?::\d+)?\/(?<path>.+)$/i,
  // git@host:owner/name.git, but not C:\folder
  /^(?:[^@/\\]+@)?(?<host>[^/:\\]{2,}):(?<path>[^\\].*)$/,
];

function remoteName(remote: string): string | undefined {
  for (const form of forms) {
    const { host, path } = form.exec(remote)?.groups ?? {};
    if (host && path) return `${host.toLowerCase()}/${path.replace(/^\/+|\/+$|(?:\.git)?\/*$/g, "")}`;
  }
  return undefined;
}
