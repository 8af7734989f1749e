import { AppError } from "../../../base/errors.js";
import type { TreeEntry } from "../../../engine/git-repository.js";
import { isShareable, readIsShared, staysLocal } from "../../../store/context/is-shared.js";
import { isSameEntry, type StoreRepository, type StoreTree } from "./store-repository.js";

/** The whole tree of `commit` with its store replaced. Files that must not be in git are removed. */
export async function treeWithStore(
  { repository, folder }: StoreRepository,
  commit: string | undefined,
  result: StoreTree,
): Promise<string> {
  const existing = commit === undefined ? new Map<string, TreeEntry>() : await repository.listTree(commit, folder);
  const changes = new Map<string, TreeEntry | undefined>();
  for (const [full, { mode }] of existing) {
    const path = full.slice(folder.length + 1);
    const isOurs = mode.startsWith("100") && isShareable(path) && !result.has(path);
    if (isOurs || staysLocal(path)) changes.set(full, undefined);
  }
  for (const [path, entry] of result) {
    if (!isSameEntry(existing.get(`${folder}/${path}`), entry)) changes.set(`${folder}/${path}`, entry);
  }
  return repository.writeTree(commit, changes);
}

/** The last check before a commit: every file in it is public here, or is unchanged from the shared branch. */
export async function refusePrivate({ project }: StoreRepository, result: StoreTree, theirs: StoreTree): Promise<void> {
  const isShared = await readIsShared(project.files, project.root);
  const leaking = [...result].filter(([path, entry]) => !isShared(path) && !isSameEntry(entry, theirs.get(path)));
  if (leaking.length === 0) return;
  throw new AppError("forbidden", `Not public, so not committed: ${leaking.map(([path]) => path).join(", ")}.`, {
    hint: "Another process changed a scope. Try again.",
  });
}

/** The commit message: `ctx: ` and the names of what changed. */
export function describeChanges(paths: readonly string[]): string {
  const namesMatching = (pattern: RegExp) =>
    [...new Set(paths.flatMap((path) => pattern.exec(path)?.[1] ?? []))].sort();
  const parts = [
    ...namesMatching(/^conventions\/([^./][^/]*)\.md$/),
    ...namesMatching(/^knowledge\/([^./][^/]*)\.md$/),
    ...namesMatching(/^knowledge\/decisions\/(\d+)-/).map((number) => `decision ${Number(number)}`),
    ...namesMatching(/^skills\/([^/]+)\//).map((name) => `skill ${name}`),
  ];
  const others = parts.length > 0 ? [] : namesMatching(/^(history|activity|preferences|manifest)\b/);
  const names = [...parts, ...others].slice(0, 8);
  const rest = parts.length + others.length - names.length;
  return `ctx: ${names.join(", ") || "update context"}${rest > 0 ? ` and ${rest} more` : ""}`;
}
