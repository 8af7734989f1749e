import { isObject, parseJson } from "../../base/json.js";
import type { Files } from "../../engine/files.js";
import type { OpenGitRepository } from "../../engine/git-repository.js";
import { writeAuthor } from "../../store/context/author-map.js";
import { areaNames, areas, inStore, storePath } from "../../store/context/context-layout.js";
import { writeSharedRules } from "../../store/context/ignore-rules.js";
import { type PrivateEntry, readRegistry, type StoreLocation } from "../../store/context/private-registry.js";
import { areaOfPath, readScopeMaps, type ScopeMaps } from "../../store/context/scope-map.js";

/**
 * Adds to the registry what only the scope maps know: those of stores made by the original, or made before `git init`.
 * Tracked files stop naming these entries. Returns all that is registered then.
 */
export async function registerPrivate(
  { files, openRepository }: { files: Files; openRepository: OpenGitRepository },
  root: string,
  location: StoreLocation,
): Promise<{ entries: ReadonlyMap<string, PrivateEntry>; maps: ScopeMaps }> {
  const registry = await readRegistry(files, location);
  const { entries, isNew } = registry;
  const maps = await readScopeMaps(files, root, registry);
  const listed = areaNames.flatMap((area) =>
    [...maps[area].listed].map(([file, scope]) => [`${areas[area]}/${file}`, { scope }] as const),
  );
  const earlier = isNew ? await listedEarlier(openRepository, root, location) : [];
  const added: (readonly [string, PrivateEntry])[] = [];
  for (const [path, entry] of [...earlier, ...listed])
    if (!entries.has(path) && (await files.exists(storePath(root, path)))) added.push([path, entry]);
  for (const [path] of added) {
    const area = areaOfPath(path);
    await writeSharedRules(files, root, [path]);
    await writeAuthor(files, root, area, { file: path.slice(areas[area].length + 1), author: undefined });
  }
  return { entries: new Map([...entries, ...added]), maps };
}

/**
 * What a scope map of any branch ever listed and git does not track. The original kept its maps in git, so a branch
 * switch replaces them; an untracked file that was private on another branch must not become public by that.
 */
async function listedEarlier(
  openRepository: OpenGitRepository,
  root: string,
  { folder }: StoreLocation,
): Promise<(readonly [string, PrivateEntry])[]> {
  const repository = await openRepository(root);
  if (!repository) return [];
  const names: string[] = [];
  for (const area of areaNames) {
    const versions = await repository.versionsOf(`${folder}/${inStore.scopes(area)}`);
    for (const content of await repository.readBlobs(versions)) {
      const map = parseJson(content.toString());
      if (isObject(map)) names.push(...Object.keys(map).map((file) => `${areas[area]}/${file}`));
    }
  }
  const unique = [...new Set(names)];
  const tracked = new Set(await repository.tracked(unique.map((name) => `${folder}/${name}`)));
  return unique
    .filter((name) => !tracked.has(`${folder}/${name}`))
    .map((name) => [name, { scope: "private" }] as const);
}
