import { join } from "node:path";
import { sha256 } from "../../base/sha256.js";
import type { Files } from "../../engine/files.js";
import type { OpenGitRepository } from "../../engine/git-repository.js";
import { writeAuthor } from "./author-map.js";
import { areas, inStore, storePath } from "./context-layout.js";
import { jsonText, readJsonOr } from "./json-file.js";
import { locateScopes, locateStore, scopeFolder } from "./locate-store.js";
import type { Scope } from "./scope.js";
import { areaOfPath, damagedMap, mainFile, readScopes, type Scopes, unitOf } from "./scopes.js";

/** Writes entries and their scopes, by path inside the store. The caller holds the store's lock. */
export interface ScopeStore {
  read(): Promise<Scopes>;
  /** Moves an entry out of the working tree, or into it. */
  set(path: string, scope: Scope): Promise<{ wasTracked: boolean }>;
  /** Writes an entry's text and its author. Without a scope, the one it has stays. */
  write(
    path: string,
    entry: { content: string; scope?: Scope | undefined; author?: string },
  ): Promise<{ scope: Scope; wasTracked: boolean }>;
  remove(path: string): Promise<void>;
  /** Whether a text is the one that was shared at the path when the entry there became private. */
  wasShared(path: string, text: string): Promise<boolean>;
  /** Paths at which an entry was shared, at least in this clone, before it became private. */
  sharedBefore(): Promise<string[]>;
  /** Forgets that for paths that are shared again. */
  forgetShared(): Promise<void>;
}

export function openScopeStore(
  { files, openRepository }: { files: Files; openRepository: OpenGitRepository },
  root: string,
): ScopeStore {
  const read = () => readScopes(files, root);
  const sharedBefore = async () => {
    const location = await locateStore(files, root);
    return location ? files.tree(scopeFolder(location, "shared-before")) : [];
  };

  const set: ScopeStore["set"] = async (path, scope) => {
    const [scopes, folderOf] = await Promise.all([read(), locateScopes(files, root)]);
    const area = areaOfPath(path);
    if (scopes.damagedMaps.includes(inStore.scopes(area))) throw damagedMap(inStore.scopes(area));
    const unit = unitOf(path);
    const [from, to, inTree] = [scopes.locate(unit), join(folderOf(scope), unit), storePath(root, unit)];
    const isHidden = scope !== "public" && (await files.exists(inTree));
    if (scopes.of(path) === "public" && isHidden) await recordShared(files, root, path);
    if (from !== to && (await files.exists(from))) {
      await files.remove(to);
      await files.rename(from, to, { private: scope !== "public" });
    }
    await unlist(files, root, path);
    if (scope === "public") await forgetShared(files, root, path);
    if (!isHidden) return { wasTracked: false };
    await files.remove(inTree);
    return { wasTracked: await untrack({ files, openRepository }, root, unit) };
  };

  return {
    read,
    set,

    async write(path, { content, scope, author }) {
      const scopes = await read();
      const [current, folderOf] = [scopes.of(path), await locateScopes(files, root)];
      const next = scope ?? current;
      // Where it is private, before it is moved: the earlier text is not public in between.
      if (next === "public" && current !== "public") await files.write(scopes.locate(path), content, { private: true });
      const { wasTracked } = next === "public" && current === "public" ? { wasTracked: false } : await set(path, next);
      const [area, file] = [areaOfPath(path), path.slice(areas[areaOfPath(path)].length + 1)];
      await Promise.all([
        files.write(join(folderOf(next), path), content, { private: next !== "public" }),
        author === undefined
          ? undefined
          : writeAuthor(files, root, area, { file, author: next === "public" ? author : undefined }),
      ]);
      return { scope: next, wasTracked };
    },

    async remove(path) {
      await files.remove((await read()).locate(unitOf(path)));
      await Promise.all([files.remove(storePath(root, unitOf(path))), unlist(files, root, path)]);
      await forgetShared(files, root, path);
    },

    async wasShared(path, text) {
      const record = await sharedRecord(files, root, path);
      return record !== undefined && (await files.readPlain(record)) === sha256(text);
    },
    sharedBefore,
    async forgetShared() {
      const scopes = await read();
      for (const path of await sharedBefore()) if (scopes.of(path) === "public") await forgetShared(files, root, path);
    },
  };
}

/** Has the hash of the text that was shared at a path when it became private. Undefined without a repository. */
async function sharedRecord(files: Files, root: string, path: string): Promise<string | undefined> {
  const location = await locateStore(files, root);
  return location && join(scopeFolder(location, "shared-before"), mainFile(unitOf(path)));
}

async function recordShared(files: Files, root: string, path: string): Promise<void> {
  const [record, text] = [
    await sharedRecord(files, root, path),
    await files.readPlain(storePath(root, mainFile(unitOf(path)))),
  ];
  if (record !== undefined && text !== undefined) await files.write(record, sha256(text), { private: true });
}

async function forgetShared(files: Files, root: string, path: string): Promise<void> {
  const record = await sharedRecord(files, root, path);
  if (record !== undefined) await files.remove(record);
}

/** Takes an entry out of the scope map in the store. */
export async function unlist(files: Files, root: string, path: string): Promise<void> {
  const area = areaOfPath(path);
  const map = storePath(root, inStore.scopes(area));
  const { [mainFile(unitOf(path)).slice(areas[area].length + 1)]: listed, ...others } = await readJsonOr(files, map);
  // As bytes, which are not redacted: a file name that looks like a secret must stay as it is.
  if (listed !== undefined) await files.write(map, Buffer.from(jsonText(others)));
}

/** Removes an entry from git's index. True when git tracked it. */
async function untrack(
  { files, openRepository }: { files: Files; openRepository: OpenGitRepository },
  root: string,
  unit: string,
): Promise<boolean> {
  const location = await locateStore(files, root);
  const repository = location && (await openRepository(root));
  const tracked = repository ? await repository.tracked([`${location.folder}/${unit}`]) : [];
  if (tracked.length > 0) await repository?.untrack(tracked);
  return tracked.length > 0;
}
