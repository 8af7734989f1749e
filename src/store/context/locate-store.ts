import { join, relative } from "node:path";
import type { Files } from "../../engine/files.js";
import { type GitLocation, locateGit } from "../../engine/locate-git.js";
import { storePath } from "./context-layout.js";
import type { Scope } from "./scope.js";

/** The repository around a store, and the store's folder in it. */
export interface StoreLocation extends GitLocation {
  /** From the repository's top, with `/`. */
  readonly folder: string;
}

/** Undefined where there is no repository. */
export async function locateStore(files: Files, root: string): Promise<StoreLocation | undefined> {
  const real = await files.realPath(root);
  const git = real === undefined ? undefined : await locateGit(files.read, real);
  return git && real ? { ...git, folder: relative(git.root, storePath(real)).replaceAll("\\", "/") } : undefined;
}

/** The folder of a store's entries of one scope, with the store's layout. */
export type FolderOf = (scope: Scope) => string;

/**
 * Entries that are not public lie in git's own folder, which all worktrees share: no git command commits, stashes or
 * cleans what is there. Without a repository it is a `.git` of the store, which git never adds either.
 */
export async function locateScopes(files: Files, root: string): Promise<FolderOf> {
  const location = await locateStore(files, root);
  return (scope) => {
    if (scope === "public") return storePath(root);
    return location ? scopeFolder(location, scope) : join(folderBeforeGit(root), scope);
  };
}

export const scopeFolder = ({ commonDir, folder }: StoreLocation, scope: Scope | "shared-before"): string =>
  join(commonDir, "throughline", scope, folder);

export const folderBeforeGit = (root: string): string => join(storePath(root), ".git", "throughline");
