import { type Files, maxTextBytes } from "../../engine/files.js";
import { readEntryMeta, writeAuthor } from "./author-map.js";
import { type Area, areas, type EntryArea, inStore, storePath } from "./context-layout.js";
import { fileKey } from "./file-key.js";
import type { Scope } from "./scope.js";
import type { EntryText, ScopeStore } from "./scope-store.js";
import type { Scopes } from "./scopes.js";

export interface Entry {
  readonly key: string;
  readonly content: string;
  readonly scope: Scope;
}

/** An entry after writing it; whether it is private now and git knew it before. */
export type WrittenEntry = Entry & { readonly wasTracked: boolean };

/** Knowledge or conventions: markdown files read from disk each time, so that edits by hand show. */
export type EntryStore = ReturnType<typeof openEntryStore>;

export function openEntryStore(files: Files, root: string, area: EntryArea, scopes: ScopeStore) {
  const pathOf = (file: string) => inStore.entry(area, file);
  const names = (known: Scopes) => entryNames(files, root, area, known);
  const readAll = async (names: readonly string[], known: Scopes): Promise<Entry[]> =>
    (await readListed(files, known, names, pathOf)).map(({ file, text, scope }) => ({
      key: entryKey(file),
      content: text,
      scope,
    }));
  /** The key as a file name of ours, or unchanged when a person named the file by hand. */
  const fileFor = async (key: string, known: Scopes): Promise<string> => {
    const safe = fileKey(key);
    if (safe === key || (await files.exists(known.locate(pathOf(`${safe}.md`))))) return `${safe}.md`;
    return (await names(known)).includes(`${key}.md`) ? `${key}.md` : `${safe}.md`;
  };

  return {
    keys: async (): Promise<string[]> => (await names(await scopes.read())).map(entryKey),

    async list(): Promise<Entry[]> {
      const known = await scopes.read();
      return readAll(await names(known), known);
    },

    /** The first `max` public entries, and how many public ones there are; only those are read. */
    async listPublic(max: number): Promise<{ entries: Entry[]; total: number }> {
      const known = await scopes.read();
      const publicNames = (await names(known)).filter((name) => known.of(pathOf(name)) === "public");
      return { entries: await readAll(publicNames.slice(0, max), known), total: publicNames.length };
    },

    async read(key: string): Promise<Entry | undefined> {
      const known = await scopes.read();
      const file = await fileFor(key, known);
      const content = await files.readPlain(known.locate(pathOf(file)));
      return content === undefined ? undefined : { key: entryKey(file), content, scope: known.of(pathOf(file)) };
    },

    async authorOf(key: string): Promise<string> {
      const metaOf = await readEntryMeta(files, root, area);
      return metaOf(await fileFor(key, await scopes.read())).author;
    },

    async updatedAt(key: string): Promise<Date | undefined> {
      const known = await scopes.read();
      return files.modified(known.locate(pathOf(await fileFor(key, known))));
    },

    /** Writes the entry and returns it as stored. Without a scope, the one it has stays. */
    async put({ key, content, scope, author }: EntryText & { readonly key: string }): Promise<WrittenEntry> {
      const safe = fileKey(key);
      return { key: safe, content, ...(await scopes.write(pathOf(`${safe}.md`), { content, scope, author })) };
    },

    /** False when there is no such entry. */
    async remove(key: string): Promise<boolean> {
      const known = await scopes.read();
      const file = await fileFor(key, known);
      if (!(await files.exists(known.locate(pathOf(file))))) return false;
      await scopes.remove(pathOf(file));
      await writeAuthor(files, root, area, { file, author: undefined });
      return true;
    },
  };
}

/** Those of an area's files that can be read. One that is too large is left out: it must not hide the others, and `checkStore` reports it. */
export async function readListed(
  files: Files,
  known: Scopes,
  names: readonly string[],
  pathOf: (name: string) => string,
): Promise<{ file: string; text: string; scope: Scope }[]> {
  const read = async (file: string) => {
    const path = known.locate(pathOf(file));
    const text = (await files.size(path)) > maxTextBytes ? undefined : await files.readPlain(path);
    return text === undefined ? [] : [{ file, text, scope: known.of(pathOf(file)) }];
  };
  return (await Promise.all(names.map(read))).flat();
}

/** Names of the files that are entries. */
export const entryNames = async (files: Files, root: string, area: Exclude<Area, "skills">, scopes: Scopes) =>
  (await fileNames(files, root, area, scopes)).filter((name) => name.endsWith(".md") && !name.startsWith("."));

/** Names of an area's files of every scope, sorted. */
export async function fileNames(files: Files, root: string, area: Exclude<Area, "skills">, { privatePaths }: Scopes) {
  const hidden = privatePaths
    .filter((path) => path.startsWith(`${areas[area]}/`))
    .map((path) => path.slice(areas[area].length + 1))
    .filter((name) => !name.includes("/"));
  return [...new Set([...(await files.listKind(storePath(root, areas[area]), "file")), ...hidden])].sort();
}

export const entryKey = (name: string) => name.slice(0, -".md".length);
