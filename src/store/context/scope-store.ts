import { join } from "node:path";
import { sha256 } from "../../base/sha256.js";
import type { Files } from "../../engine/files.js";
import type { OpenGitRepository } from "../../engine/git-repository.js";
import { writeAuthor } from "./author-map.js";
import { type Area, areas, inStore, storePath } from "./context-layout.js";
import { escapePattern, writeExcludes } from "./git-exclude.js";
import { ignoringFolderOf, writePrivateRules, writeSharedRules } from "./ignore-rules.js";
import {
  copyPath,
  locateStore,
  type PrivateEntry,
  readRegistry,
  type StoreLocation,
  writeRegistry,
} from "./private-registry.js";
import { forgetPrivateText, recordPrivateText } from "./private-texts.js";
import type { Scope } from "./scope.js";
import { damagedMap, readScopeMap, readScopeMaps, type ScopeMap, withScope, writeScopeMap } from "./scope-map.js";

/** Writes entries and their scopes. The caller holds the store's lock. */
export interface ScopeStore {
  read(area: Area): Promise<ScopeMap>;
  /** Sets a scope in both records, and hides the entry from git or shows it again. */
  set(area: Area, change: { file: string; scope: Scope }): Promise<{ wasTracked: boolean }>;
  /** Writes an entry's text and, at the same time, its author. Without a scope, the one it has stays. */
  write(
    area: Area,
    entry: { file: string; content: string; scope?: Scope | undefined; author?: string },
  ): Promise<{ scope: Scope; wasTracked: boolean }>;
  /** Removes an entry, its scope and the copy of its text. */
  remove(area: Area, file: string): Promise<void>;
}

export function openScopeStore(
  { files, openRepository }: { files: Files; openRepository: OpenGitRepository },
  root: string,
): ScopeStore {
  const read = (area: Area) => readScopeMap(files, root, area);

  const set: ScopeStore["set"] = async (area, { file, scope }) => {
    const path = `${areas[area]}/${file}`;
    const maps = await readScopeMaps(files, root);
    if (!maps[area].isSound) throw damagedMap(inStore.scopes(area));
    const rules = withScope(maps, area, { file, scope });
    const writeRules = async () => {
      await writePrivateRules(files, root, ignoringFolderOf(area), rules);
      await writeSharedRules(files, root, [path, escapePattern(path)]);
    };
    const changes = new Map([[file, scope]]);
    if (scope === "public") {
      await allowText(files, root, path, await files.readPlain(storePath(root, path)));
      // The registry last: a crash in between leaves the entry private.
      await writeScopeMap(files, root, area, changes);
      await unregister(files, root, path);
      await writeRules();
      return { wasTracked: false };
    }
    // Together, because they share the waits for the disk: an entry is private if either record lists it.
    await Promise.all([register(files, root, path, scope), writeScopeMap(files, root, area, changes), writeRules()]);
    return { wasTracked: await untrack({ files, openRepository }, root, [unitOf(path)]) };
  };

  return {
    read,
    set,

    async write(area, { file, content, scope, author }) {
      const current = (await read(area)).of(file);
      const next = scope ?? current;
      const isPublic = next === "public" && current === "public";
      // Before the content: an entry meant to be private is never public in between.
      const { wasTracked } = isPublic ? { wasTracked: false } : await set(area, { file, scope: next });
      if (next === "public") await allowText(files, root, `${areas[area]}/${file}`, content);
      await Promise.all([
        files.write(storePath(root, `${areas[area]}/${file}`), content),
        author === undefined
          ? undefined
          : writeAuthor(files, root, area, { file, author: next === "public" ? author : undefined }),
      ]);
      if (next !== "public") await copyPrivate(files, root, `${areas[area]}/${file}`);
      return { scope: next, wasTracked };
    },

    async remove(area, file) {
      // The file first: while it is there, it must not lose its scope.
      await files.remove(storePath(root, unitOf(`${areas[area]}/${file}`)));
      await set(area, { file, scope: "public" });
    },
  };
}

/** A skill is private as a folder, with its usage, feedback and proposals. */
export const unitOf = (path: string): string => /^skills\/[^/]+/.exec(path)?.[0] ?? path;

async function register(files: Files, root: string, path: string, scope: Scope): Promise<void> {
  const location = await locateStore(files, root);
  if (!location) return;
  const { entries } = await readRegistry(files, location);
  const previous = entries.get(path);
  const text = previous ? undefined : await files.readPlain(storePath(root, path));
  if (previous?.scope === scope) return;
  const entry: PrivateEntry = { ...previous, scope, ...(text === undefined ? {} : { shared: sha256(text) }) };
  await writePrivate(files, location, new Map([...entries, [path, entry]]));
}

async function unregister(files: Files, root: string, path: string): Promise<void> {
  const location = await locateStore(files, root);
  if (!location) return;
  const { entries } = await readRegistry(files, location);
  if (entries.has(path))
    await writePrivate(files, location, new Map([...entries].filter(([entryPath]) => entryPath !== path)));
  await files.remove(copyPath(location, unitOf(path)));
}

async function allowText(files: Files, root: string, path: string, text: string | undefined): Promise<void> {
  const location = text === undefined ? undefined : await locateStore(files, root);
  if (location && text !== undefined) await forgetPrivateText(files, location, path, text);
}

/** Writes the registry and git's list of what to ignore. */
export async function writePrivate(
  files: Files,
  location: StoreLocation,
  entries: ReadonlyMap<string, PrivateEntry>,
): Promise<void> {
  await Promise.all([
    writeRegistry(files, location, entries),
    writeExcludes(files, location, [...entries.keys()].map(unitOf)),
  ]);
}

/** Keeps a second copy of a private entry, where no git command can overwrite it. */
export async function copyPrivate(files: Files, root: string, path: string): Promise<void> {
  const location = await locateStore(files, root);
  if (!location) return;
  for (const file of await filesOfUnit(files, storePath(root), unitOf(path))) {
    const [text, copy] = await Promise.all([
      files.readPlain(storePath(root, file)),
      files.readPlain(copyPath(location, file)),
    ]);
    // Binary content cannot be copied as a string.
    if (text === undefined || text === copy || text.includes("\uFFFD")) continue;
    const { shared } = (await readRegistry(files, location)).entries.get(file) ?? {};
    await Promise.all([
      files.write(copyPath(location, file), Buffer.from(text), { private: true }),
      // What was shared before it became private is no secret.
      sha256(text) === shared ? undefined : recordPrivateText(files, location, file, text),
    ]);
  }
}

/** The files of an entry, as paths inside `folder`. */
export async function filesOfUnit(files: Files, folder: string, unit: string): Promise<string[]> {
  if (!unit.startsWith("skills/")) return [unit];
  return (await files.tree(`${folder}/${unit}`)).map((path) => `${unit}/${path}`);
}

/** False when git's index certainly has none of these. Reads the index file, because starting git takes longer than the write. */
export async function mayBeTracked(
  files: Files,
  { gitDir, folder }: StoreLocation,
  units: readonly string[],
): Promise<boolean> {
  const [index, names] = await Promise.all([files.read(join(gitDir, "index")), files.list(gitDir)]);
  // Version 4 shortens paths, and a split index has them elsewhere.
  const isPlain = index === undefined || index.charCodeAt(7) < 4;
  if (!isPlain || names.some((name) => name.startsWith("sharedindex."))) return units.length > 0;
  return index !== undefined && units.some((unit) => index.includes(`${folder}/${unit}`));
}

/** Removes entries from git's index; the files stay. True when git tracked any of them. */
export async function untrack(
  { files, openRepository }: { files: Files; openRepository: OpenGitRepository },
  root: string,
  units: readonly string[],
): Promise<boolean> {
  const location = await locateStore(files, root);
  if (!location || !(await mayBeTracked(files, location, units))) return false;
  const repository = await openRepository(root);
  if (!repository) return false;
  const tracked = await repository.tracked(units.map((unit) => `${location.folder}/${unit}`));
  if (tracked.length > 0) await repository.untrack(tracked);
  return tracked.length > 0;
}
