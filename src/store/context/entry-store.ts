import { type Files, maxTextBytes } from "../../engine/files.js";
import { readAuthors, writeAuthor } from "./author-map.js";
import { type Area, areas, type EntryArea, inStore, storePath } from "./context-layout.js";
import { fileKey } from "./file-key.js";
import type { Scope } from "./scope.js";
import type { ScopeStore } from "./scope-store.js";
import type { Scopes } from "./scopes.js";

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
  const pathOf = (file: string) => inStore.entry(area, file);
  const names = async (known: Scopes) => entryNames(files, root, area, known);
  const readAll = async (names: readonly string[], known: Scopes): Promise<Entry[]> => {
    const contents = await Promise.all(names.map((name) => readListed(files, known.locate(pathOf(name)))));
    return names.flatMap((name, i) => {
      const content = contents[i];
      return content === undefined ? [] : [{ key: entryKey(name), content, scope: known.of(pathOf(name)) }];
    });
  };
  /** The key as a file name of ours, or unchanged when a person named the file by hand. */
  const fileFor = async (key: string, known: Scopes): Promise<string> => {
    const safe = fileKey(key);
    if (safe === key || (await files.exists(known.locate(pathOf(`${safe}.md`))))) return `${safe}.md`;
    return (await names(known)).includes(`${key}.md`) ? `${key}.md` : `${safe}.md`;
  };

  return {
    keys: async () => (await names(await scopes.read())).map(entryKey),

    async list() {
      const known = await scopes.read();
      return readAll(await names(known), known);
    },

    async listPublic(max) {
      const known = await scopes.read();
      const publicNames = (await names(known)).filter((name) => known.of(pathOf(name)) === "public");
      return { entries: await readAll(publicNames.slice(0, max), known), total: publicNames.length };
    },

    async read(key) {
      const known = await scopes.read();
      const file = await fileFor(key, known);
      const content = await files.readPlain(known.locate(pathOf(file)));
      return content === undefined ? undefined : { key: entryKey(file), content, scope: known.of(pathOf(file)) };
    },

    authorOf: async (key) => (await readAuthors(files, root, area))(await fileFor(key, await scopes.read())),

    async updatedAt(key) {
      const known = await scopes.read();
      return files.modified(known.locate(pathOf(await fileFor(key, known))));
    },

    async put({ key, content, scope, author }) {
      const safe = fileKey(key);
      return { key: safe, content, ...(await scopes.write(pathOf(`${safe}.md`), { content, scope, author })) };
    },

    async remove(key) {
      const known = await scopes.read();
      const file = await fileFor(key, known);
      if (!(await files.exists(known.locate(pathOf(file))))) return false;
      await scopes.remove(pathOf(file));
      await writeAuthor(files, root, area, { file, author: undefined });
      return true;
    },
  };
}

/** A text of a list. One that is too large is left out: it must not hide the others, and `checkStore` reports it. */
export const readListed = async (files: Files, path: string): Promise<string | undefined> =>
  (await files.size(path)) > maxTextBytes ? undefined : files.readPlain(path);

/** Names of the files that are entries. */
export const entryNames = async (
  files: Files,
  root: string,
  area: Exclude<Area, "skills">,
  scopes: Scopes,
): Promise<string[]> =>
  (await fileNames(files, root, area, scopes)).filter((name) => name.endsWith(".md") && !name.startsWith("."));

/** Names of an area's files of every scope, sorted. */
export async function fileNames(
  files: Files,
  root: string,
  area: Exclude<Area, "skills">,
  { privatePaths }: Scopes,
): Promise<string[]> {
  const hidden = privatePaths
    .filter((path) => path.startsWith(`${areas[area]}/`))
    .map((path) => path.slice(areas[area].length + 1))
    .filter((name) => !name.includes("/"));
  return [...new Set([...(await files.listKind(storePath(root, areas[area]), "file")), ...hidden])].sort();
}

export const entryKey = (name: string) => name.slice(0, -".md".length);
