import { isObject, parseJson } from "../../base/json.js";
import type { Files } from "../../engine/files.js";
import type { OpenGitRepository } from "../../engine/git-repository.js";
import { writeAuthor } from "../../store/context/author-map.js";
import { type Area, areaNames, areas, inStore, storePath } from "../../store/context/context-layout.js";
import { writeSharedRules } from "../../store/context/ignore-rules.js";
import { type PrivateEntry, readRegistry, type StoreLocation } from "../../store/context/private-registry.js";
import { areaOfPath, readScopeMaps, type ScopeMaps } from "../../store/context/scope-map.js";

/**
 * Adds private entries to the registry that only the scope maps list: in stores of Context Teleport, or created before
 * `git init`. Tracked files stop naming these entries. Returns all registered entries.
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
  const listedBefore = isNew ? await findListedBefore(openRepository, root, location) : [];
  const newEntries: (readonly [string, PrivateEntry])[] = [];
  for (const [path, entry] of [...listedBefore, ...listed])
    if (!entries.has(path) && (await files.exists(storePath(root, path)))) newEntries.push([path, entry]);
  for (const [path] of newEntries) {
    const area = areaOfPath(path);
    await writeSharedRules(files, root, [path]);
    await writeAuthor(files, root, area, { file: path.slice(areas[area].length + 1), author: undefined });
  }
  return { entries: new Map([...entries, ...newEntries]), maps };
}

/**
 * Untracked entries that a scope map of any branch ever listed. Context Teleport tracks its maps in git, so a branch
 * switch replaces them; an untracked file that was private on another branch must not become public that way.
 */
async function findListedBefore(
  openRepository: OpenGitRepository,
  root: string,
  { folder }: StoreLocation,
): Promise<(readonly [string, PrivateEntry])[]> {
  const repository = await openRepository(root);
  if (!repository) return [];
  const names: string[] = [];
  const mapOf = (area: Area) => `${folder}/${inStore.scopes(area)}`;
  const versions = await repository.versionsOf(areaNames.map(mapOf));
  for (const area of areaNames) {
    for (const content of await repository.readBlobs([...(versions.get(mapOf(area)) ?? [])])) {
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
