import { join } from "node:path";
import { sha256 } from "../../base/sha256.js";
import type { Files } from "../../engine/files.js";
import type { OpenGitRepository } from "../../engine/git-repository.js";
import { writeAuthor } from "./author-map.js";
import { areas, inStore, storePath } from "./context-layout.js";
import { jsonText, readJsonOr } from "./json-file.js";
import { locateScopes, locateStore, scopeFolder } from "./locate-store.js";
import type { Scope } from "./scope.js";
import { areaOfPath, damagedMap, mainFile, readScopes, unitOf } from "./scopes.js";

/** What is written of an entry. Without a scope, the one it has stays. */
export interface EntryText {
  readonly content: string;
  readonly scope?: Scope | undefined;
  readonly author?: string | undefined;
}

/** Writes entries and their scopes, by path inside the store. The caller holds the store's lock. */
export type ScopeStore = ReturnType<typeof openScopeStore>;

export function openScopeStore(
  { files, openRepository }: { files: Files; openRepository: OpenGitRepository },
  root: string,
) {
  const read = () => readScopes(files, root);

  /** Has the hash of the text that was shared at a path when it became private. Undefined without a repository. */
  const sharedRecord = async (path: string): Promise<string | undefined> => {
    const location = await locateStore(files, root);
    return location && join(scopeFolder(location, "shared-before"), mainFile(unitOf(path)));
  };
  const recordShared = async (path: string) => {
    const record = await sharedRecord(path);
    const text = await files.readPlain(storePath(root, mainFile(unitOf(path))));
    if (record !== undefined && text !== undefined) await files.write(record, sha256(text), { private: true });
  };
  const forgetShared = async (path: string) => {
    const record = await sharedRecord(path);
    if (record !== undefined) await files.remove(record);
  };
  /** Paths at which an entry was shared, at least in this clone, before it became private. */
  const sharedBefore = async (): Promise<string[]> => {
    const location = await locateStore(files, root);
    return location ? files.tree(scopeFolder(location, "shared-before")) : [];
  };

  /** Removes an entry from git's index. True when git tracked it. */
  const untrack = async (unit: string): Promise<boolean> => {
    const location = await locateStore(files, root);
    const repository = location && (await openRepository(root));
    const tracked = repository ? await repository.tracked([`${location.folder}/${unit}`]) : [];
    if (tracked.length > 0) await repository?.untrack(tracked);
    return tracked.length > 0;
  };

  /** Moves an entry out of the working tree, or into it. */
  const set = async (path: string, scope: Scope): Promise<{ wasTracked: boolean }> => {
    const [scopes, folderOf] = await Promise.all([read(), locateScopes(files, root)]);
    const area = areaOfPath(path);
    if (scopes.damagedMaps.includes(inStore.scopes(area))) throw damagedMap(inStore.scopes(area));
    const unit = unitOf(path);
    const [from, to, inTree] = [scopes.locate(unit), join(folderOf(scope), unit), storePath(root, unit)];
    const isHidden = scope !== "public" && (await files.exists(inTree));
    if (scopes.of(path) === "public" && isHidden) await recordShared(path);
    if (from !== to && (await files.exists(from))) {
      await files.remove(to);
      await files.rename(from, to, { private: scope !== "public" });
    }
    await unlist(files, root, path);
    if (scope === "public") await forgetShared(path);
    if (!isHidden) return { wasTracked: false };
    await files.remove(inTree);
    return { wasTracked: await untrack(unit) };
  };

  return {
    read,
    set,
    sharedBefore,

    /** Writes an entry's text and its author. */
    async write(path: string, { content, scope, author }: EntryText): Promise<{ scope: Scope; wasTracked: boolean }> {
      const scopes = await read();
      const [current, folderOf] = [scopes.of(path), await locateScopes(files, root)];
      const next = scope ?? current;
      // Where it is private, before it is moved: the earlier text is not public in between.
      if (next === "public" && current !== "public") await files.write(scopes.locate(path), content, { private: true });
      const { wasTracked } = next === "public" && current === "public" ? { wasTracked: false } : await set(path, next);
      const area = areaOfPath(path);
      const meta = { file: path.slice(areas[area].length + 1), author: next === "public" ? author : undefined };
      await Promise.all([
        files.write(join(folderOf(next), path), content, { private: next !== "public" }),
        author === undefined ? undefined : writeAuthor(files, root, area, meta),
      ]);
      return { scope: next, wasTracked };
    },

    async remove(path: string): Promise<void> {
      await files.remove((await read()).locate(unitOf(path)));
      await Promise.all([files.remove(storePath(root, unitOf(path))), unlist(files, root, path)]);
      await forgetShared(path);
    },

    /** Whether a text is the one that was shared at the path when the entry there became private. */
    async wasShared(path: string, text: string): Promise<boolean> {
      const record = await sharedRecord(path);
      return record !== undefined && (await files.readPlain(record)) === sha256(text);
    },

    /** Forgets that for paths that are shared again. */
    async forgetShared(): Promise<void> {
      const scopes = await read();
      for (const path of await sharedBefore()) if (scopes.of(path) === "public") await forgetShared(path);
    },
  };
}

/** Takes an entry out of the scope map in the store. */
export async function unlist(files: Files, root: string, path: string): Promise<void> {
  const area = areaOfPath(path);
  const map = storePath(root, inStore.scopes(area));
  const { [mainFile(unitOf(path)).slice(areas[area].length + 1)]: listed, ...others } = await readJsonOr(files, map);
  // As bytes, which are not redacted: a file name that looks like a secret must stay as it is.
  if (listed !== undefined) await files.write(map, Buffer.from(jsonText(others)));
}
