import type { Files } from "../../engine/files.js";
import { readAuthors, writeAuthor } from "./author-map.js";
import { type Area, areas, type EntryArea, inStore, storePath } from "./context-layout.js";
import { fileKey } from "./file-key.js";
import type { Scope } from "./scope.js";
import type { ScopeMap } from "./scope-map.js";
import type { ScopeStore } from "./scope-store.js";

export interface Entry {
  readonly key: string;
  readonly content: string;
  readonly scope: Scope;
}

/** An entry after writing it. */
export interface WrittenEntry extends Entry {
  /** True when the entry is private now and git knew it before. */
  readonly wasTracked: boolean;
}

/** Knowledge or conventions: markdown files read from disk each time, so that edits by hand show. */
export interface EntryStore {
  list(): Promise<Entry[]>;
  /** The first `max` public entries, and how many public ones there are; only those are read. */
  listPublic(max: number): Promise<{ entries: Entry[]; total: number }>;
  keys(): Promise<string[]>;
  read(key: string): Promise<Entry | undefined>;
  authorOf(key: string): Promise<string>;
  updatedAt(key: string): Promise<Date | undefined>;
  /** Writes the entry and returns it as stored. Without a scope, the one it has stays. */
  put(entry: { key: string; content: string; scope?: Scope | undefined; author: string }): Promise<WrittenEntry>;
  /** False when there is no such entry. */
  remove(key: string): Promise<boolean>;
}

export function openEntryStore(files: Files, root: string, area: EntryArea, scopes: ScopeStore): EntryStore {
  const pathOf = (file: string) => storePath(root, inStore.entry(area, file));
  const names = () => entryNames(files, root, area);
  const read = async (key: string): Promise<Entry | undefined> => {
    const content = await files.readPlain(pathOf(`${key}.md`));
    if (content === undefined) return undefined;
    return { key, content, scope: (await scopes.read(area)).of(`${key}.md`) };
  };
  const readAll = async (names: readonly string[], map: ScopeMap): Promise<Entry[]> => {
    const contents = await Promise.all(names.map((name) => files.readPlain(pathOf(name))));
    return names.flatMap((name, i) => {
      const content = contents[i];
      return content === undefined ? [] : [{ key: entryKey(name), content, scope: map.of(name) }];
    });
  };
  /** The key as a file name of ours, or unchanged when a person named the file by hand. */
  const nameFor = async (key: string): Promise<string> => {
    const safe = fileKey(key);
    if (safe === key || (await files.exists(pathOf(`${safe}.md`)))) return safe;
    return (await names()).includes(`${key}.md`) ? key : safe;
  };

  return {
    keys: async () => (await names()).map(entryKey),

    async list() {
      const [map, fileNames] = await Promise.all([scopes.read(area), names()]);
      return readAll(fileNames, map);
    },

    async listPublic(max) {
      const [map, fileNames] = await Promise.all([scopes.read(area), names()]);
      const publicNames = fileNames.filter((name) => map.of(name) === "public");
      return { entries: await readAll(publicNames.slice(0, max), map), total: publicNames.length };
    },

    read: async (key) => read(await nameFor(key)),
    authorOf: async (key) => (await readAuthors(files, root, area))(`${await nameFor(key)}.md`),
    updatedAt: async (key) => files.modified(pathOf(`${await nameFor(key)}.md`)),

    async put({ key, content, scope, author }) {
      const safe = fileKey(key);
      const file = `${safe}.md`;
      return { key: safe, content, ...(await scopes.write(area, { file, content, scope, author })) };
    },

    async remove(key) {
      const file = `${await nameFor(key)}.md`;
      if (!(await files.exists(pathOf(file)))) return false;
      await scopes.remove(area, file);
      await writeAuthor(files, root, area, { file, author: undefined });
      return true;
    },
  };
}

/** Names of the files that are entries. */
export const entryNames = async (files: Files, root: string, area: Exclude<Area, "skills">): Promise<string[]> =>
  (await files.listKind(storePath(root, areas[area]), "file")).filter(
    (name) => name.endsWith(".md") && !name.startsWith("."),
  );

export const entryKey = (name: string) => name.slice(0, -".md".length);
