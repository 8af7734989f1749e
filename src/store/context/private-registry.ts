import { join, relative } from "node:path";
import { isObject, type JsonObject } from "../../base/json.js";
import type { Files } from "../../engine/files.js";
import { type GitLocation, locateGit } from "../../engine/locate-git.js";
import { storePath } from "./context-layout.js";
import { jsonText, readJsonFile } from "./json-file.js";
import { type Scope, scopes } from "./scope.js";

/**
 * The second record of private entries, in the git folder. The scope maps are files of the working tree, which
 * `git stash`, `git clean` and a branch switch can remove; no git command touches this one.
 */
export interface PrivateRegistry {
  /** False when the file cannot be read: then nothing may be shared. */
  readonly isSound: boolean;
  /** True before this store was ever registered. */
  readonly isNew: boolean;
  /** By path inside the store. */
  readonly entries: ReadonlyMap<string, PrivateEntry>;
}

export interface PrivateEntry {
  readonly scope: Scope;
  /** Hash of the text that was shared when the entry became private. */
  readonly shared?: string;
}

/** The repository around a store, and the store's folder in it. */
export interface StoreLocation extends GitLocation {
  /** From the repository's top, with `/`. */
  readonly folder: string;
}

/** Undefined where there is no repository. */
export async function locateStore(files: Files, root: string): Promise<StoreLocation | undefined> {
  const real = await files.realPath(root);
  const git = real === undefined ? undefined : await locateGit(files.read, real);
  return git && real ? { ...git, folder: relative(git.root, storePath(real)).replaceAll("\\", "/") } : undefined;
}

export const registryPath = ({ commonDir }: GitLocation): string => join(commonDir, "throughline", "private.json");

/** The copy of a private file, per working tree. */
export const copyPath = ({ gitDir, folder }: StoreLocation, path: string): string =>
  join(gitDir, "throughline", "private", folder, path);

export async function readRegistry(files: Files, location: StoreLocation | undefined): Promise<PrivateRegistry> {
  if (!location) return { isSound: true, isNew: false, entries: new Map() };
  const read = await readJsonFile(files, registryPath(location));
  const registered = read.kind === "object" ? storesIn(read.value)[location.folder] : undefined;
  const entries = isObject(registered)
    ? Object.entries(registered).map(([path, value]) => [path, readEntry(value)] as const)
    : [];
  return { isSound: read.kind !== "damaged", isNew: !isObject(registered), entries: new Map(entries) };
}

/** Replaces what is registered for this store; other stores of the repository keep theirs. */
export async function writeRegistry(
  files: Files,
  location: StoreLocation,
  entries: ReadonlyMap<string, PrivateEntry>,
): Promise<void> {
  const path = registryPath(location);
  const read = await readJsonFile(files, path);
  const { [location.folder]: _, ...others } = read.kind === "object" ? storesIn(read.value) : {};
  const sorted = [...entries].sort(([a], [b]) => (a < b ? -1 : 1));
  const next = jsonText({ stores: { ...others, [location.folder]: Object.fromEntries(sorted) } });
  if (next === (await files.readPlain(path))) return;
  // As bytes, which are not redacted: a name must stay the name of its file.
  await files.write(path, Buffer.from(next), { private: true });
}

const storesIn = (record: JsonObject): JsonObject => (isObject(record.stores) ? record.stores : {});

/** An unknown scope is treated as private. */
function readEntry(value: unknown): PrivateEntry {
  const record = isObject(value) ? value : {};
  const scope = scopes.find((candidate) => candidate === record.scope) ?? "private";
  return { scope, ...(typeof record.shared === "string" ? { shared: record.shared } : {}) };
}
