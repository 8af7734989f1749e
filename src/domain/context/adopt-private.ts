import { basename, dirname, join } from "node:path";
import { isObject, parseJson } from "../../base/json.js";
import type { Files } from "../../engine/files.js";
import type { OpenGitRepository } from "../../engine/git-repository.js";
import { writeAuthor } from "../../store/context/author-map.js";
import { areaNames, areas, inStore, storePath } from "../../store/context/context-layout.js";
import { withNumber } from "../../store/context/decision-markdown.js";
import { writeExcludes, writeSharedRules } from "../../store/context/ignore-rules.js";
import { readJsonOr } from "../../store/context/json-file.js";
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

export interface PrivateEngines {
  readonly files: Files;
  readonly openRepository: OpenGitRepository;
  readonly scopes: ScopeStore;
}

// Context Teleport, and versions before decision 0159, had private entries in the working tree: listed in scope maps, and
// since 0125 in `private.json`, with copies in the git folder of each worktree.

const registryOf = ({ commonDir }: StoreLocation) => join(commonDir, "throughline", "private.json");
const copiesOf = ({ gitDir, folder }: StoreLocation) => join(gitDir, "throughline", "private", folder);
const seenMark = (location: StoreLocation) => join(scopeFolder(location, "shared-before"), ".seen");

/** True if private entries lie where earlier versions or Context Teleport put them. */
export async function hasEarlierPrivate(files: Files, root: string, { listed }: Scopes): Promise<boolean> {
  if (listed.size > 0) return true;
  const location = await locateStore(files, root);
  if (!location) return false;
  return (await files.exists(registryOf(location))) || (await files.exists(folderBeforeGit(root)));
}

/** Moves them into git's folder. Of two with one name, the second gets another name, so that no text is lost. */
export async function adoptEarlierPrivate(engines: PrivateEngines, root: string): Promise<void> {
  const { files } = engines;
  const location = await locateStore(files, root);
  if (!location || !(await files.exists(storePath(root, inStore.manifest)))) return;
  for (const scope of ["private", "ephemeral"] as const)
    await adoptFolder(engines, root, join(folderBeforeGit(root), scope), scope);
  await files.remove(folderBeforeGit(root));
  const isNew = !(await files.exists(seenMark(location))) || (await files.exists(registryOf(location)));
  const registered = isNew ? await readRegistered(engines, root, location) : new Map<string, Scope>();
  for (const from of isNew ? await allRoots(files, root, location) : [root])
    await adoptTree(engines, root, from, registered);
  if (!isNew) return;
  await writeExcludes(files, root);
  await files.write(seenMark(location), "", { private: true });
  await files.remove(registryOf(location));
  await files.remove(join(location.commonDir, "throughline", "private-texts.json"));
}

/** The private entries of one working tree: `from` may be another worktree of the repository. */
async function adoptTree(
  engines: PrivateEngines,
  root: string,
  from: string,
  registered: ReadonlyMap<string, Scope>,
): Promise<void> {
  const { files, openRepository } = engines;
  const location = await locateStore(files, from);
  if (!location) return;
  const entries = new Map([...registered, ...(await readScopes(files, from)).listed]);
  for (const [path, scope] of entries) {
    const repository = await openRepository(from);
    if (!repository) return;
    const [unit, inTree, area] = [unitOf(path), storePath(from, unitOf(path)), areaOfPath(path)];
    const copy = registered.has(path) ? join(copiesOf(location), unit) : undefined;
    const hasCopy = copy !== undefined && (await files.exists(copy));
    const isInTree = await files.exists(inTree);
    const tracked = isInTree ? await repository.tracked([`${location.folder}/${unit}`]) : [];
    // A tracked one with a copy is a shared text that git put there.
    if (isInTree && !(tracked.length > 0 && hasCopy)) {
      if (hasCopy) await files.remove(copy);
      await adoptUnit(engines, root, { from: inTree, unit, scope });
      if (tracked.length > 0) await repository.untrack(tracked);
    } else if (hasCopy) await adoptUnit(engines, root, { from: copy, unit, scope });
    await unlist(files, from, path);
    await writeSharedRules(files, from, [path]);
    await writeAuthor(files, from, area, { file: path.slice(areas[area].length + 1), author: undefined });
  }
  if (location.gitDir !== location.commonDir) await adoptFolder(engines, root, copiesOf(location), "private");
  if (entries.size > 0) await removePrivateRules(files, from);
}

/** Lists of private names that earlier versions wrote, which also ignore themselves. */
async function removePrivateRules(files: Files, root: string): Promise<void> {
  for (const folder of ["knowledge", "conventions", "skills"]) {
    const rules = storePath(root, `${folder}/.gitignore`);
    if ((await files.readPlain(rules))?.startsWith("/.gitignore\n")) await files.remove(rules);
  }
}

async function adoptFolder(engines: PrivateEngines, root: string, folder: string, scope: Scope): Promise<void> {
  for (const unit of new Set((await engines.files.tree(folder)).map(unitOf)))
    await adoptUnit(engines, root, { from: join(folder, unit), unit, scope });
}

/** Makes a file, or a skill's folder, a private entry. */
export async function adoptUnit(
  { files, scopes }: Pick<PrivateEngines, "files" | "scopes">,
  root: string,
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

/** The project's folder in every working tree of the repository. The main one first: its copies are in place already. */
async function allRoots(files: Files, root: string, { commonDir, folder }: StoreLocation): Promise<string[]> {
  const worktrees = join(commonDir, "worktrees");
  const links = await Promise.all(
    (await files.list(worktrees)).map((name) => files.readPlain(join(worktrees, name, "gitdir"))),
  );
  const gitDirs = [...(basename(commonDir) === ".git" ? [commonDir] : []), ...links.map((link) => link?.trim() ?? "")];
  return [...new Set([...gitDirs.map((gitDir) => join(dirname(gitDir), dirname(folder))), root])];
}

/** What earlier versions recorded as private, or what Context Teleport's scope maps listed on any branch. */
async function readRegistered(
  { files, openRepository }: PrivateEngines,
  root: string,
  location: StoreLocation,
): Promise<Map<string, Scope>> {
  const { stores } = await readJsonOr(files, registryOf(location));
  const registered = isObject(stores) ? stores[location.folder] : undefined;
  if (!isObject(registered)) return findListedBefore(openRepository, root, location);
  const entries = Object.entries(registered).map(([path, value]) => ({ path, value: isObject(value) ? value : {} }));
  for (const { path, value } of entries)
    if (typeof value.shared === "string")
      await files.write(join(scopeFolder(location, "shared-before"), path), value.shared, { private: true });
  return new Map(entries.map(({ path, value }) => [path, value.scope === "ephemeral" ? "ephemeral" : "private"]));
}

/**
 * Untracked entries that a scope map of any branch ever listed. Context Teleport tracks its maps in git, so a branch
 * switch replaces them; an untracked file that was private on another branch must not become public that way.
 */
async function findListedBefore(
  openRepository: OpenGitRepository,
  root: string,
  { folder }: StoreLocation,
): Promise<Map<string, Scope>> {
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
