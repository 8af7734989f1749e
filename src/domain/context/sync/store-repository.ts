import { relative } from "node:path";
import { AppError } from "../../../base/errors.js";
import type { GitRepository, Head, RemoteBranch, TreeEntry } from "../../../engine/git-repository.js";
import { inStore, storePath } from "../../../store/context/context-layout.js";
import { isShareable, readIsShared } from "../../../store/context/is-shared.js";
import type { ProjectContext } from "../project-context.js";

/** Files by path inside the store. */
export type StoreTree = ReadonlyMap<string, TreeEntry>;

/** The git repository that a store is in. */
export interface StoreRepository {
  readonly repository: GitRepository;
  /** The store's folder, from the repository's top. */
  readonly folder: string;
}

export async function openStoreRepository({ openRepository, files, root }: ProjectContext): Promise<StoreRepository> {
  const repository = await openRepository(root);
  if (!repository) {
    throw new AppError("unavailable", `Not a git repository: ${root}`, {
      hint: "Run `git init` there. Without git, the store works but cannot be shared.",
    });
  }
  const folder = relative(repository.top, storePath((await files.realPath(root)) ?? root)).replaceAll("\\", "/");
  return { repository, folder };
}

/** Refuses to share what the repository's own rules keep out of git. */
export async function refuseIgnoredStore({ repository, folder }: StoreRepository): Promise<void> {
  if (!(await repository.isIgnored(`${folder}/${inStore.manifest}`))) return;
  throw new AppError("forbidden", `This repository's .gitignore excludes ${folder}. Nothing was committed.`, {
    hint: "Remove that rule to share the store.",
  });
}

/** Refuses to go on over a merge that git itself left half done in the store: its files hold markers, not content. */
export async function refuseUnmerged({ repository, folder }: StoreRepository): Promise<void> {
  const files = await repository.unmerged(folder);
  if (files.length === 0) return;
  throw new AppError("conflict", `A git merge is in progress: ${files.join(", ")}. Nothing was changed.`, {
    hint: "Resolve them and commit, or run `git merge --abort`.",
  });
}

/** What a commit has of the store, as far as it can be shared. */
export async function storeTreeOf(
  { repository, folder }: StoreRepository,
  commit: string | undefined,
): Promise<StoreTree> {
  if (commit === undefined) return new Map();
  const files = await repository.listTree(commit, folder);
  return new Map(
    [...files]
      .map(([path, entry]) => [path.slice(folder.length + 1), entry] as const)
      .filter(([path, { mode }]) => mode.startsWith("100") && isShareable(path)),
  );
}

/** The shared files of the working tree, kept as objects. */
export async function snapshotStore(
  project: ProjectContext,
  { repository, folder }: StoreRepository,
): Promise<StoreTree> {
  const isShared = await readIsShared(project.files, project.root);
  const paths = (await project.files.tree(storePath(project.root))).filter(isShared);
  const [ids, modes] = await Promise.all([
    repository.writeFileBlobs(paths.map((path) => `${folder}/${path}`)),
    Promise.all(paths.map((path) => modeOf(project, path))),
  ]);
  const present = paths.map((path, i) => [path, { mode: modes[i] ?? "100644", id: ids[i] ?? "" }] as const);
  return new Map([...(await leftOut({ repository, folder })), ...present]);
}

/** What a sparse checkout leaves out is not deleted: it counts as unchanged. */
async function leftOut({ repository, folder }: StoreRepository): Promise<StoreTree> {
  const files = await repository.sparseFiles(folder);
  return new Map(
    [...files]
      .map(([path, entry]) => [path.slice(folder.length + 1), entry] as const)
      .filter(([path]) => isShareable(path)),
  );
}

/** Only what a skill brings along can be a program. */
async function modeOf({ host, root }: ProjectContext, path: string): Promise<string> {
  if (!path.startsWith("skills/") || /\.(?:md|json|ndjson)$/.test(path)) return "100644";
  return ((await host.modeOf(storePath(root, path))) ?? 0) & 0o100 ? "100755" : "100644";
}

/** Where a branch is shared. */
export interface Place extends RemoteBranch {
  /** False when the branch was never published under this name, as far as this clone knows. */
  readonly isConfigured: boolean;
}

/** The branch's upstream; else the branch of the same name, or a detached HEAD's main branch, on the usual remote. */
export async function placeOf({ repository }: StoreRepository, head: Head): Promise<Place | undefined> {
  const upstream = head.branch ? await repository.upstreamOf(head.branch) : undefined;
  const remotes = await repository.remotes();
  if (upstream && remotes.includes(upstream.remote)) return { ...upstream, isConfigured: true };
  const remote = remotes.includes("origin") ? "origin" : remotes[0];
  if (remote === undefined) return undefined;
  const branch = head.branch ?? (await repository.defaultBranch(remote));
  return branch === undefined ? undefined : { remote, branch, isConfigured: false };
}

export const sameTree = (a: StoreTree, b: StoreTree): boolean =>
  a.size === b.size && [...a].every(([path, entry]) => sameEntry(entry, b.get(path)));

export const sameEntry = (a: TreeEntry | undefined, b: TreeEntry | undefined): boolean =>
  a?.id === b?.id && a?.mode === b?.mode;

/** Paths that differ, sorted. */
export const changedPaths = (a: StoreTree, b: StoreTree): string[] =>
  [...new Set([...a.keys(), ...b.keys()])].filter((path) => !sameEntry(a.get(path), b.get(path))).sort();
