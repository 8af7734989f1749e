import type { Files } from "../../engine/files.js";
import { readAuthors, writeAuthor } from "./author-map.js";
import { type EntryArea, inStore, storePath } from "./context-layout.js";
import { fileKey } from "./file-key.js";
import type { Scope } from "./scope.js";
import { readScopeMap, type ScopeMap } from "./scope-map.js";
import { setScope } from "./set-scope.js";

export interface Entry {
  readonly key: string;
  readonly content: string;
  readonly scope: Scope;
}

/** Knowledge or conventions: markdown files read from disk each time, so that edits by hand show. */
export interface EntryStore {
  list(): Promise<Entry[]>;
  /** The first `most` public entries, and how many public ones there are; only those are read. */
  listPublic(max: number): Promise<{ entries: Entry[]; total: number }>;
  keys(): Promise<string[]>;
  read(key: string): Promise<Entry | undefined>;
  authorOf(key: string): Promise<string>;
  updatedAt(key: string): Promise<Date | undefined>;
  /** Writes the entry and answers it as kept. Without a scope, the one it has stays. */
  put(entry: { key: string; content: string; scope?: Scope | undefined; author: string }): Promise<Entry>;
  /** False when there is no such entry. */
  remove(key: string): Promise<boolean>;
}

export function openEntryStore(files: Files, root: string, area: EntryArea): EntryStore {
  const pathOf = (file: string) => storePath(root, inStore.entry(area, file));
  const names = async () => (await files.listKind(storePath(root, area), "file")).filter(isEntry);
  const read = async (key: string): Promise<Entry | undefined> => {
    const content = await files.readPlain(pathOf(`${key}.md`));
    if (content === undefined) return undefined;
    return { key, content, scope: (await readScopeMap(files, root, area)).of(`${key}.md`) };
  };
  const readAll = async (found: readonly string[], scopes: ScopeMap): Promise<Entry[]> => {
    const contents = await Promise.all(found.map((name) => files.readPlain(pathOf(name))));
    return found.flatMap((name, i) => {
      const content = contents[i];
      return content === undefined ? [] : [{ key: keyOf(name), content, scope: scopes.of(name) }];
    });
  };
  /** The key as we would name it, or as it stands when a person named the file by hand. */
  const nameFor = async (key: string): Promise<string> => {
    const safe = fileKey(key);
    if (safe === key || (await files.exists(pathOf(`${safe}.md`)))) return safe;
    return (await names()).includes(`${key}.md`) ? key : safe;
  };

  return {
    keys: async () => (await names()).map(keyOf),

    async list() {
      const [scopes, found] = await Promise.all([readScopeMap(files, root, area), names()]);
      return readAll(found, scopes);
    },

    async listPublic(max) {
      const [scopes, found] = await Promise.all([readScopeMap(files, root, area), names()]);
      const shown = found.filter((name) => scopes.of(name) === "public");
      return { entries: await readAll(shown.slice(0, max), scopes), total: shown.length };
    },

    read: async (key) => read(await nameFor(key)),
    authorOf: async (key) => (await readAuthors(files, root, area))(`${await nameFor(key)}.md`),
    updatedAt: async (key) => files.modified(pathOf(`${await nameFor(key)}.md`)),

    async put({ key, content, scope, author }) {
      const safe = fileKey(key);
      const file = `${safe}.md`;
      // Before the content: an entry meant to be private is never public in between.
      if (scope) await setScope(files, root, area, { file, scope });
      await files.write(pathOf(file), content);
      const kept = scope ?? (await readScopeMap(files, root, area)).of(file);
      await writeAuthor(files, root, area, { file, author: kept === "public" ? author : undefined });
      return { key: safe, content, scope: kept };
    },

    async remove(key) {
      const file = `${await nameFor(key)}.md`;
      if (!(await files.exists(pathOf(file)))) return false;
      // The file first: while it is there, it must not lose its scope.
      await files.remove(pathOf(file));
      await setScope(files, root, area, { file, scope: "public" });
      await writeAuthor(files, root, area, { file, author: undefined });
      return true;
    },
  };
}

const isEntry = (name: string) => name.endsWith(".md") && !name.startsWith(".");
const keyOf = (name: string) => name.slice(0, -".md".length);
