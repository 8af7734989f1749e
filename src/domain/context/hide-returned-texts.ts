import type { Files } from "../../engine/files.js";
import type { OpenGitRepository } from "../../engine/git-repository.js";
import { areas, storePath } from "../../store/context/context-layout.js";
import { type PrivateEntry, readRegistry, type StoreLocation } from "../../store/context/private-registry.js";
import { isPrivateText, readPrivateTexts } from "../../store/context/private-texts.js";
import { areaOfPath } from "../../store/context/scope-map.js";
import { type ScopeStore, untrack } from "../../store/context/scope-store.js";
import { freePrivateName } from "./private-names.js";

export interface PrivateEngines {
  readonly files: Files;
  readonly openRepository: OpenGitRepository;
  readonly scopes: ScopeStore;
}

export type PrivateEntries = ReadonlyMap<string, PrivateEntry>;

/**
 * Private texts that a stash or a branch brought back to a path that is shared now: each becomes a private entry of
 * another name, and the shared text is restored.
 */
export async function hideReturnedTexts(
  engines: PrivateEngines,
  root: string,
  location: StoreLocation,
): Promise<string[]> {
  const { files } = engines;
  const { entries } = await readRegistry(files, location);
  const texts = await readPrivateTexts(files, location);
  const notes: string[] = [];
  for (const path of [...texts.keys()].filter((one) => !entries.has(one) && !one.startsWith("skills/"))) {
    const text = await files.readPlain(storePath(root, path));
    if (text === undefined || !isPrivateText(texts, path, text)) continue;
    notes.push(
      `${path} had a private text again; it is in ${await keepPrivate(engines, root, { path, text, entries })} now.`,
    );
    const shared = await newestShared(engines, root, location, path);
    if (shared !== undefined) await files.write(storePath(root, path), shared);
    else {
      await files.remove(storePath(root, path));
      await untrack(engines, root, [path]);
    }
  }
  return notes;
}

/** The private entry that has the text: one that is there already, or a new one. */
async function keepPrivate(
  { files, scopes }: PrivateEngines,
  root: string,
  { path, text, entries }: { path: string; text: string; entries: PrivateEntries },
): Promise<string> {
  for (const existing of entries.keys())
    if ((await files.readPlain(storePath(root, existing))) === text) return existing;
  const area = areaOfPath(path);
  const target = freePrivateName(path, new Set([path]), await files.tree(storePath(root))) ?? `${path}-private`;
  await scopes.write(area, { file: target.slice(areas[area].length + 1), content: text, scope: "private" });
  return target;
}

/** The text of the branch, or the newest one in the history that was never private here; undefined if there is none. */
export async function newestShared(
  { files, openRepository }: PrivateEngines,
  root: string,
  location: StoreLocation,
  path: string,
): Promise<Buffer | undefined> {
  const repository = await openRepository(root);
  if (!repository) return undefined;
  const texts = await readPrivateTexts(files, location);
  const { commit } = await repository.head();
  const full = `${location.folder}/${path}`;
  const current = commit && (await repository.listTree(commit, location.folder)).get(full);
  const versions = current ? [current.id, ...((await repository.versionsOf([full])).get(full) ?? [])] : [];
  const contents = await repository.readBlobs(versions);
  return contents.find((content) => !isPrivateText(texts, path, content.toString()));
}
