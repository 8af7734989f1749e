import { join } from "node:path";
import { sha256 } from "../../base/sha256.js";
import type { Files } from "../../engine/files.js";
import { areaNames, inStore, storePath } from "../../store/context/context-layout.js";
import { ignoringFolderNames, writePrivateRules } from "../../store/context/ignore-rules.js";
import { copyPath, locateStore, type PrivateEntry, type StoreLocation } from "../../store/context/private-registry.js";
import { isPrivateText, readPrivateTexts } from "../../store/context/private-texts.js";
import {
  copyPrivate,
  filesOfUnit,
  mayBeTracked,
  unitOf,
  untrack,
  writePrivate,
} from "../../store/context/scope-store.js";
import { hideReturnedTexts, type PrivateEngines, type PrivateEntries } from "./hide-returned-texts.js";
import { registerPrivate } from "./register-private.js";
import { findDisplaced, renameDisplaced, renamePrivate } from "./rename-private.js";

/** Beyond this many private entries, texts are compared only after git changed its index. */
const maxComparedAlways = 8;

/**
 * Repairs what git commands did to private entries since the last call: removes them from the index, restores texts
 * that were overwritten or removed, and rewrites the ignore rules. The caller holds the store's lock. Returns notices
 * for the person.
 */
export async function restorePrivate(engines: PrivateEngines, root: string): Promise<string[]> {
  const { files } = engines;
  const location = await locateStore(files, root);
  if (!location || !(await files.exists(storePath(root, inStore.manifest)))) return [];
  const displaced = await renameDisplaced(engines, root, location);
  const { entries, maps } = await registerPrivate(engines, root, location);
  await writePrivate(files, location, entries);
  if (entries.size === 0 && (await readPrivateTexts(files, location)).size === 0) return displaced;
  await Promise.all(ignoringFolderNames.map((folder) => writePrivateRules(files, root, folder, maps)));
  const stampFile = join(location.gitDir, "throughline", "index-stamp");
  const stamp = await indexStamp(files, location);
  if (stamp === (await files.readPlain(stampFile))) {
    if (entries.size <= maxComparedAlways) await updateCopies(files, root, location, entries.keys());
    else await restoreMissing(files, root, location, entries.keys());
    return displaced;
  }
  const { notes, wasTracked } = await restoreTracked(engines, root, location, entries);
  notes.push(...(await hideReturnedTexts(engines, root, location)));
  // The stamp from before: after a repair, or while git writes, the next call checks again.
  if (!wasTracked) await files.write(stampFile, stamp, { private: true });
  return [...displaced, ...notes];
}

/** True if private entries may need repair because git changed its index, or another worktree shared one's name. */
export async function needsRestore(files: Files, root: string): Promise<boolean> {
  const location = await locateStore(files, root);
  if (!location) return false;
  const stamp = await files.readPlain(join(location.gitDir, "throughline", "index-stamp"));
  if (stamp !== undefined && stamp !== (await indexStamp(files, location))) return true;
  return (await findDisplaced(files, location)).length > 0;
}

/** Changes whenever git writes its index, as every command does that rewrites files. */
const indexStamp = (files: Files, { gitDir }: StoreLocation): Promise<string> =>
  files.fingerprint(join(gitDir, "index"));

/** git may have added entries to the index again and overwritten their texts. */
async function restoreTracked(
  engines: PrivateEngines,
  root: string,
  location: StoreLocation,
  entries: PrivateEntries,
): Promise<{ notes: string[]; wasTracked: boolean }> {
  const { files } = engines;
  const tracked = await trackedEntries(engines, root, location, entries);
  const overwritten: string[] = [];
  for (const path of tracked)
    if (await isOtherText(files, root, location, { path, entry: entries.get(path) })) overwritten.push(path);
  const ownPaths = tracked.filter((path) => !overwritten.includes(path));
  await untrack(engines, root, [...ownPaths.map(unitOf), ...areaNames.map(inStore.scopes)]);
  for (const path of ownPaths) await restore(files, root, location, path);
  const notes: string[] = [];
  for (const path of overwritten) {
    const target = await renamePrivate(engines, root, location, path);
    notes.push(`The private ${path} became ${target}: a shared one has its name.`);
  }
  const others = [...entries.keys()].filter((path) => !tracked.includes(path));
  await updateCopies(files, root, location, others);
  return { notes, wasTracked: tracked.length > 0 };
}

async function trackedEntries(
  { files, openRepository }: PrivateEngines,
  root: string,
  location: StoreLocation,
  entries: PrivateEntries,
): Promise<string[]> {
  const { folder } = location;
  const paths = [...entries.keys()];
  if (!(await mayBeTracked(files, location, paths.map(unitOf)))) return [];
  const repository = await openRepository(root);
  if (!repository) return [];
  const tracked = await repository.tracked(paths.map((path) => `${folder}/${unitOf(path)}`));
  return paths.filter((path) =>
    tracked.some((one) => one === `${folder}/${path}` || one.startsWith(`${folder}/${unitOf(path)}/`)),
  );
}

/** True if the file's text was never private here, and is not the one that was shared before. */
async function isOtherText(
  files: Files,
  root: string,
  location: StoreLocation,
  { path, entry }: { path: string; entry: PrivateEntry | undefined },
): Promise<boolean> {
  const [text, copy] = await Promise.all([
    files.readPlain(storePath(root, path)),
    files.readPlain(copyPath(location, path)),
  ]);
  if (text === undefined || copy === undefined || text === copy) return false;
  if (isPrivateText(await readPrivateTexts(files, location), path, text)) return false;
  return sha256(text) !== entry?.shared;
}

/** Copies what changed in private entries, and restores those whose file is gone. */
async function updateCopies(
  files: Files,
  root: string,
  location: StoreLocation,
  paths: Iterable<string>,
): Promise<void> {
  const all = [...paths];
  await restoreMissing(files, root, location, all);
  for (const path of all) await copyPrivate(files, root, path);
}

async function restoreMissing(
  files: Files,
  root: string,
  location: StoreLocation,
  paths: Iterable<string>,
): Promise<void> {
  const existingPaths = new Set(await files.tree(storePath(root)));
  for (const path of paths) if (!existingPaths.has(path)) await restore(files, root, location, path);
}

async function restore(files: Files, root: string, location: StoreLocation, path: string): Promise<void> {
  for (const file of await filesOfUnit(files, copyPath(location, ""), unitOf(path))) {
    const copy = await files.readPlain(copyPath(location, file));
    if (copy !== undefined && copy !== (await files.readPlain(storePath(root, file))))
      await files.write(storePath(root, file), Buffer.from(copy));
  }
}
