import type { Files } from "../../engine/files.js";
import { areas, storePath } from "../../store/context/context-layout.js";
import { withNumber } from "../../store/context/decision-markdown.js";
import { copyPath, readRegistry, type StoreLocation } from "../../store/context/private-registry.js";
import { isPrivateText, readPrivateTexts } from "../../store/context/private-texts.js";
import { areaOfPath } from "../../store/context/scope-map.js";
import { copyPrivate, filesOfUnit, mayBeTracked, unitOf } from "../../store/context/scope-store.js";
import { newestShared, type PrivateEngines } from "./hide-returned-texts.js";
import { freePrivateName } from "./private-names.js";

/** Renames a private entry because a shared one has its name. The text comes from its copy. Returns the new name. */
export async function renamePrivate(
  { files, scopes }: PrivateEngines,
  root: string,
  location: StoreLocation,
  path: string,
): Promise<string> {
  const area = areaOfPath(path);
  const registered = (await readRegistry(files, location)).entries.keys();
  const existingPaths = [...(await files.tree(storePath(root))), ...registered];
  const target = freePrivateName(path, new Set([path]), existingPaths) ?? `${path}-private`;
  const fileOf = (one: string) =>
    area === "skills" ? `${one.slice("skills/".length)}/SKILL.md` : one.slice(areas[area].length + 1);
  const { scope } = { scope: (await scopes.read(area)).of(path.slice(areas[area].length + 1)) };
  await scopes.set(area, { file: fileOf(target), scope: scope === "public" ? "private" : scope });
  for (const file of await filesOfUnit(files, copyPath(location, ""), unitOf(path))) {
    const text = (await files.readPlain(copyPath(location, file))) ?? "";
    const content = area === "decisions" ? withNumber(text, Number.parseInt(fileOf(target), 10)) : text;
    await files.write(storePath(root, file.replace(unitOf(path), target)), content);
  }
  await copyPrivate(files, root, area === "skills" ? `${target}/SKILL.md` : target);
  await scopes.set(area, { file: path.slice(areas[area].length + 1), scope: "public" });
  return target;
}

/**
 * Private entries whose names became shared in another worktree, which removed them from the common registry: each gets
 * another name here, so that neither text is lost and the private one is not shared.
 */
export async function renameDisplaced(
  engines: PrivateEngines,
  root: string,
  location: StoreLocation,
): Promise<string[]> {
  const notes: string[] = [];
  for (const path of await findDisplaced(engines.files, location)) {
    await clearName(engines, root, location, path);
    const target = await renamePrivate(engines, root, location, path);
    notes.push(`The private ${path} became ${target}: another worktree has a shared one of its name.`);
  }
  return notes;
}

export async function findDisplaced(files: Files, location: StoreLocation): Promise<string[]> {
  const { entries, isSound, isNew } = await readRegistry(files, location);
  // A registry that is damaged or was deleted says nothing about other worktrees.
  if (!isSound || isNew) return [];
  const units = new Set([...entries.keys()].map(unitOf));
  const copies = await files.tree(copyPath(location, ""));
  const displaced = copies.filter((path) => !units.has(unitOf(path)) && path.endsWith(".md"));
  return displaced.filter((path) => unitOf(path) === path || path.endsWith("/SKILL.md"));
}

/** Puts the shared text in the place of the private one, or nothing if there is none. */
async function clearName(engines: PrivateEngines, root: string, location: StoreLocation, path: string): Promise<void> {
  const { files } = engines;
  const text = await files.readPlain(storePath(root, path));
  if (text === undefined) return;
  const isTracked = await isInIndex(engines, root, location, path);
  if (isTracked && !isPrivateText(await readPrivateTexts(files, location), path, text)) return;
  // It may have been edited by hand since it was copied.
  if (!isTracked) await copyPrivate(files, root, path);
  const shared = unitOf(path) === path ? await newestShared(engines, root, location, path) : undefined;
  if (shared !== undefined) await files.write(storePath(root, path), shared);
  else await files.remove(storePath(root, unitOf(path)));
}

async function isInIndex(
  { files, openRepository }: PrivateEngines,
  root: string,
  location: StoreLocation,
  path: string,
): Promise<boolean> {
  if (!(await mayBeTracked(files, location, [path]))) return false;
  const tracked = await (await openRepository(root))?.tracked([`${location.folder}/${path}`]);
  return tracked !== undefined && tracked.length > 0;
}
