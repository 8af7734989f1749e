import { relative } from "node:path";
import { AppError } from "../../../base/errors.js";
import type { GitRepository, Head, RemoteBranch, TreeEntry, TreeFiles } from "../../../engine/git-repository.js";
import { inStore, storeFolder, storePath } from "../../../store/context/context-layout.js";
import { isShareable, readIsShared } from "../../../store/context/is-shared.js";
import type { ProjectContext } from "../project-context.js";

/** Files by path inside the store. */
export type StoreTree = ReadonlyMap<string, TreeEntry>;

/** A project's store and the git repository that it is in. */
export interface StoreRepository {
  readonly project: ProjectContext;
  readonly repository: GitRepository;
  /** The store's folder, from the repository's top. */
  readonly folder: string;
}

export async function openStoreRepository(project: ProjectContext): Promise<StoreRepository> {
  const { openRepository, files, root } = project;
  const repository = await openRepository(root);
  if (!repository)
    throw new AppError("unavailable", `Not a git repository: ${root}`, {
      hint: "Run `git init` there. Without git, the store works but cannot be shared.",
    });
  const folder = relative(repository.top, storePath((await files.realPath(root)) ?? root)).replaceAll("\\", "/");
  return { project, repository, folder };
}

/** A path inside the store, from the project's root. */
export const pathInProject = (path: string): string => `${storeFolder}/${path}`;

/** Throws if the repository's .gitignore excludes the store. */
export async function refuseIgnoredStore({ repository, folder }: StoreRepository): Promise<void> {
  if (!(await repository.isIgnored(`${folder}/${inStore.manifest}`))) return;
  throw new AppError("forbidden", `This repository's .gitignore excludes ${folder}. Nothing was committed.`, {
    hint: "Remove that rule to share the store.",
  });
}

/** Throws if git left a merge unfinished in the store: the files have conflict markers. */
export async function refuseUnmerged({ repository, folder }: StoreRepository): Promise<void> {
  const files = await repository.unmerged(folder);
  if (files.length === 0) return;
  const { commit } = await repository.head();
  const tree = commit === undefined ? new Map() : await repository.listTree(commit, folder);
  // Git refuses the first where a file that it merged was edited since: the edit would be lost.
  const commands = {
    "git restore --source=HEAD --staged --worktree --": files.filter((file) => tree.has(file)),
    "git rm -q -f --": files.filter((file) => !tree.has(file)),
  };
  const steps = Object.entries(commands).filter(([, paths]) => paths.length > 0);
  const takeHead = steps.map(([command, paths]) => `\`${command} ${paths.join(" ")}\``).join(" and ");
  throw new AppError("conflict", `A git merge is in progress: ${files.join(", ")}. Nothing was changed.`, {
    hint: `Resolve them and commit, or discard the merge with \`git reset --merge\`. If git refuses that, take the version of HEAD with ${takeHead}, and commit.`,
  });
}

/** The shareable files of the store in a commit. */
export const storeTreeOf = async (store: StoreRepository, commit: string | undefined): Promise<StoreTree> =>
  commit === undefined ? new Map() : toStoreTree(store, await store.repository.listTree(commit, store.folder));

const toStoreTree = ({ folder }: StoreRepository, files: TreeFiles): StoreTree =>
  new Map(
    [...files]
      .map(([path, entry]) => [path.slice(folder.length + 1), entry] as const)
      .filter(([path, { mode }]) => mode.startsWith("100") && isShareable(path)),
  );

/** The shared files of the working tree, written as git objects. */
export async function snapshotStore(store: StoreRepository): Promise<StoreTree> {
  const { project, repository, folder } = store;
  const isShared = await readIsShared(project.files, project.root);
  const paths = (await project.files.tree(storePath(project.root))).filter(isShared);
  await refuseLarge(project, paths);
  await refuseFilters(store, paths);
  const [ids, modes] = await Promise.all([
    repository.writeFileBlobs(paths.map((path) => `${folder}/${path}`)),
    Promise.all(paths.map((path) => modeOf(project, path))),
  ]);
  const entries = paths.map((path, i) => [path, { mode: modes[i] ?? "100644", id: ids[i] ?? "" }] as const);
  // Files that a sparse checkout omits are not deleted: they count as unchanged.
  return new Map([...toStoreTree(store, await repository.sparseFiles(folder)), ...entries]);
}

/** A file of the store is a text that agents read. */
const maxSharedBytes = 16 * 2 ** 20;

async function refuseLarge({ files, root }: ProjectContext, paths: readonly string[]): Promise<void> {
  const sizes = await Promise.all(
    paths.map(async (path) => ({ path, bytes: await files.size(storePath(root, path)) })),
  );
  const large = sizes
    .filter(({ bytes }) => bytes > maxSharedBytes)
    .map(({ path, bytes }) => `${path} (${Math.ceil(bytes / 2 ** 20)} MB)`);
  if (large.length === 0) return;
  throw new AppError("invalid", `Too large to be shared: ${large.join(", ")}. Nothing was changed.`, {
    hint: "A file of the store can have 16 MB. Shorten it, or move it out of the store.",
  });
}

/** Filters, such as those that encrypt, are programs of the repository, which are not run: without them, a file would be shared as it is. */
async function refuseFilters({ repository, folder }: StoreRepository, paths: readonly string[]): Promise<void> {
  const [first] = await repository.filtered(paths.map((path) => `${folder}/${path}`));
  if (first === undefined) return;
  throw new AppError("forbidden", `A git attribute names a filter for ${first}. Nothing was changed.`, {
    hint: `Filters are not run. To share the store without one, add the line \`/${folder}/** -filter\` to .git/info/attributes.`,
  });
}

/** Only files of a skill can be executable. */
async function modeOf({ host, root }: ProjectContext, path: string): Promise<string> {
  if (!path.startsWith("skills/") || /\.(?:md|json|ndjson)$/.test(path)) return "100644";
  return ((await host.modeOf(storePath(root, path))) ?? 0) & 0o100 ? "100755" : "100644";
}

/**
 * The remote branch that a local branch is shared on: its upstream; else the branch of the same name, or for a detached
 * HEAD the main branch, on the default remote.
 */
export async function findSharedBranch(repository: GitRepository, head: Head): Promise<RemoteBranch | undefined> {
  const upstream = head.branch ? await repository.upstreamOf(head.branch) : undefined;
  const remotes = await repository.remotes();
  if (upstream && remotes.includes(upstream.remote)) return upstream;
  const remote = remotes.includes("origin") ? "origin" : remotes[0];
  if (remote === undefined) return undefined;
  const branch = head.branch ?? (await repository.defaultBranch(remote));
  return branch === undefined ? undefined : { remote, branch };
}

export const isSameTree = (a: StoreTree, b: StoreTree): boolean =>
  a.size === b.size && [...a].every(([path, entry]) => isSameEntry(entry, b.get(path)));

export const isSameEntry = (a: TreeEntry | undefined, b: TreeEntry | undefined): boolean =>
  a?.id === b?.id && a?.mode === b?.mode;

/** Paths that differ, sorted. */
export const changedPaths = (a: StoreTree, b: StoreTree): string[] =>
  [...new Set([...a.keys(), ...b.keys()])].filter((path) => !isSameEntry(a.get(path), b.get(path))).sort();
