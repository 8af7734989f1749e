import { basename } from "node:path";
import type { GitMetadata } from "../../engine/git-locator.js";
import { normalizeRemote } from "./normalize-remote.js";

/** One name for all clones and worktrees of a repository: its remote without protocol and credentials, else its path. */
export function projectKey({ remote, commonDir }: Pick<GitMetadata, "remote" | "commonDir">): string {
  const remoteKey = isSharedRemote(remote) ? normalizeRemote(remote).replace(/^remote:/, "") : "";
  return remoteKey || commonDir.replace(/[\\/]\.git$/, "");
}

/** The keys of a project's identifiers, which find records from before it moved or got its remote. */
export const keysOfIdentifiers = (identifiers: readonly string[]): string[] =>
  identifiers.flatMap((identifier) => {
    const [, kind = "", value = ""] = /^(remote|path):(.*)$/s.exec(identifier) ?? [];
    if (kind === "") return [];
    return [kind === "path" ? value.replace(/[\\/]\.git$/, "") : value];
  });

/** The short name for people. */
export const projectName = (metadata: Pick<GitMetadata, "remote" | "commonDir">): string =>
  basename(projectKey(metadata));

/** `scheme://host/…` or `host:path`; a local folder as a remote does not identify a shared project. */
const isSharedRemote = (remote: string) => /^[a-z+]+:\/\/|^[^/\\:]{2,}:/i.test(remote);
