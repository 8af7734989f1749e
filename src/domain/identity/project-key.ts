import { basename } from "node:path";
import type { GitMetadata } from "../../engine/git-locator.js";
import { normalizeRemote } from "./normalize-remote.js";

/** One name for all clones and worktrees of a repository: its remote without protocol and credentials, else its folder. */
export function projectKey({ remote, commonDir }: Pick<GitMetadata, "remote" | "commonDir">): string {
  const shared = isOnRemoteHost(remote) ? normalizeRemote(remote).replace(/^remote:/, "") : "";
  return shared || commonDir.replace(/[\\/]\.git$/, "");
}

/** The keys in a project's identifiers: they find records from before it moved or got its remote. */
export const keysOfIdentifiers = (identifiers: readonly string[]): string[] =>
  identifiers.flatMap((identifier) => {
    const [, kind = "", value = ""] = /^(remote|path):(.*)$/s.exec(identifier) ?? [];
    if (kind === "") return [];
    return [kind === "path" ? value.replace(/[\\/]\.git$/, "") : value];
  });

/** The short name people use for it. */
export const projectName = (metadata: Pick<GitMetadata, "remote" | "commonDir">): string =>
  basename(projectKey(metadata));

/** `scheme://host/…` or `host:path`; another folder of this machine says nothing about who shares it. */
const isOnRemoteHost = (remote: string) => /^[a-z+]+:\/\/|^[^/\\:]{2,}:/i.test(remote);
