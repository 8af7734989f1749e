import { basename, dirname, join } from "node:path";
import { isObject, parseJson } from "../../base/json.js";
import type { Files } from "../../engine/files.js";
import type { OpenGitRepository } from "../../engine/git-repository.js";
import { writeAuthor } from "../../store/context/author-map.js";
import { areaNames, areas, inStore, storePath } from "../../store/context/context-layout.js";
import { withNumber } from "../../store/context/decision-markdown.js";
import { writeExcludes, writeSharedRules } from "../../store/context/ignore-rules.js";
import {
  folderBeforeGit,
  locateScopes,
  locateStore,
  type StoreLocation,
  scopeFolder,
} from "../../store/context/locate-store.js";
import type { Scope } from "../../store/context/scope.js";
import { type ScopeStore, unlist } from "../../store/context/scope-store.js";
import { areaOfPath, mainFile, readScopes, type Scopes, unitOf } from "../../store/context/scopes.js";
import { freePrivateName } from "./private-names.js";

/** What is needed to move the private entries of a store. */
export interface PrivateStore {
  readonly files: Files;
  readonly openRepository: OpenGitRepository;
  readonly scopes: ScopeStore;
  readonly root: string;
}

const seenMark = (location: StoreLocation) => join(scopeFolder(location, "shared-before"), ".seen");

/** True if private entries lie where Context Teleport put them, or where they were before there was a repository. */
export async function hasEarlierPrivate(files: Files, root: string, { listed }: Scopes): Promise<boolean> {
  if (listed.size > 0) return true;
  return (await locateStore(files, root)) !== undefined && files.exists(folderBeforeGit(root));
}

/**
 * Moves them into git's folder. Context Teleport has them in the working tree, listed in scope maps. Of two with one
 * name, the second gets another name, so that no text is lost.
 */
export async function adoptEarlierPrivate(store: PrivateStore): Promise<void> {
  const { files, root } = store;
  const location = await locateStore(files, root);
  if (!location || !(await files.exists(storePath(root, inStore.manifest)))) return;
  for (const scope of ["private", "ephemeral"] as const) {
    const folder = join(folderBeforeGit(root), scope);
    for (const unit of new Set((await files.tree(folder)).map(unitOf)))
      await adoptUnit(store, { from: join(folder, unit), unit, scope });
  }
  await files.remove(folderBeforeGit(root));
  if (await files.exists(seenMark(location))) return adoptTree(store, root, new Map());
  const before = await findListedBefore(store, location);
  for (const from of await allRoots(files, root, location)) await adoptTree(store, from, before);
  await writeExcludes(files, root);
  await files.write(seenMark(location), "", { private: true });
}

/** The private entries of one working tree: `from` may be another worktree of the repository. */
async function adoptTree(store: PrivateStore, from: string, listedBefore: ReadonlyMap<string, Scope>): Promise<void> {
  const { files } = store;
  const location = await locateStore(files, from);
  if (!location) return;
  for (const [path, scope] of new Map([...listedBefore, ...(await readScopes(files, from)).listed])) {
    const repository = await store.openRepository(from);
    if (!repository) return;
    const [unit, inTree, area] = [unitOf(path), storePath(from, unitOf(path)), areaOfPath(path)];
    if (await files.exists(inTree)) {
      const tracked = await repository.tracked([`${location.folder}/${unit}`]);
      await adoptUnit(store, { from: inTree, unit, scope });
      if (tracked.length > 0) await repository.untrack(tracked);
    }
    await unlist(files, from, path);
    await writeSharedRules(files, from, [path]);
    await writeAuthor(files, from, area, { file: path.slice(areas[area].length + 1), author: undefined });
  }
}

/** Makes a file, or a skill's folder, a private entry. */
export async function adoptUnit(
  { files, scopes, root }: PrivateStore,
  { from, unit, scope }: { from: string; unit: string; scope: Scope },
): Promise<void> {
  const [known, folderOf] = [await scopes.read(), await locateScopes(files, root)];
  const isTaken = known.locate(unit) !== from && known.privatePaths.some((path) => unitOf(path) === unit);
  const textIn = (path: string) => files.readPlain(mainFile(unit) === unit ? path : join(path, "SKILL.md"));
  if (isTaken && (await textIn(from)) === (await textIn(known.locate(unit)))) return files.remove(from);
  const name = isTaken && freePrivateName(mainFile(unit), new Set([mainFile(unit)]), known.privatePaths);
  await moveUnit(files, from, join(folderOf(scope), name || unit));
}

/** Moves a private entry to another name; a decision gets the number of its new name. */
export async function moveUnit(files: Files, from: string, to: string): Promise<void> {
  if (from === to) return;
  await files.rename(from, to, { private: true });
  const number = basename(dirname(to)) === "decisions" ? Number.parseInt(basename(to), 10) : Number.NaN;
  const text = Number.isNaN(number) ? undefined : await files.readPlain(to);
  if (text !== undefined) await files.write(to, Buffer.from(withNumber(text, number)), { private: true });
}

/** The project's folder in every working tree of the repository. */
async function allRoots(files: Files, root: string, { commonDir, folder }: StoreLocation): Promise<string[]> {
  const worktrees = join(commonDir, "worktrees");
  const links = (await files.list(worktrees)).map((name) => files.readPlain(join(worktrees, name, "gitdir")));
  const linked = (await Promise.all(links)).map((link) => link?.trim() ?? "");
  const gitDirs = basename(commonDir) === ".git" ? [commonDir, ...linked] : linked;
  return [...new Set([...gitDirs.map((gitDir) => join(dirname(gitDir), dirname(folder))), root])];
}

/**
 * Untracked entries that a scope map of any branch ever listed. Context Teleport tracks its maps in git, so a branch
 * switch replaces them; an untracked file that was private on another branch must not become public that way.
 */
async function findListedBefore({ openRepository, root }: PrivateStore, { folder }: StoreLocation) {
  const repository = await openRepository(root);
  if (!repository) return new Map();
  const mapPaths = new Map(areaNames.map((area) => [`${folder}/${inStore.scopes(area)}`, areas[area]]));
  const paths = new Set<string>();
  for (const [mapPath, versions] of await repository.versionsOf([...mapPaths.keys()])) {
    for (const content of await repository.readBlobs([...versions])) {
      const map = parseJson(content.toString());
      for (const file of isObject(map) ? Object.keys(map) : []) paths.add(`${mapPaths.get(mapPath)}/${file}`);
    }
  }
  const tracked = new Set(await repository.tracked([...paths].map((path) => `${folder}/${path}`)));
  return new Map([...paths].filter((path) => !tracked.has(`${folder}/${path}`)).map((path) => [path, "private"]));
}
