import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Head } from "../git-repository.js";

/** The commit of a branch, from the branch's own file: starting git takes longer. Undefined where only git can tell. */
export function readLooseRef(commonDir: string, ref: string): string | undefined {
  const text = readOwnFile(join(commonDir, ref))?.trim();
  return text !== undefined && isObjectId(text) ? text : undefined;
}

/** What HEAD points to, from git's files. Undefined for packed branches and those without a commit. */
export function readLooseHead(gitDir: string, commonDir: string): Head | undefined {
  const text = readOwnFile(join(gitDir, "HEAD"))?.trim() ?? "";
  if (isObjectId(text)) return { commit: text, branch: undefined };
  const branch = /^ref: refs\/heads\/(.+)$/.exec(text)?.[1];
  const commit = branch && readLooseRef(commonDir, `refs/heads/${branch}`);
  return commit ? { commit, branch } : undefined;
}

export const isObjectId = (name: string): boolean => /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(name);

/** Git's own files are short. */
const maxBytes = 1_000_000;

/** Synchronously, because asynchronous reads of many short files take longer than the call that needs them. */
export function readOwnFile(path: string): string | undefined {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats?.isFile() && stats.size <= maxBytes ? readFileSync(path, "utf8") : undefined;
  } catch {
    return undefined;
  }
}
