import { posix } from "node:path";
import { AppError } from "../../base/errors.js";
import type { LogEntry } from "../../engine/git-repository.js";
import { type ContextEntry, locateEntry } from "./entries.js";
import type { ProjectContext } from "./project-context.js";
import { openStoreRepository } from "./sync/store-repository.js";

type EntryName = Pick<ContextEntry, "type" | "key">;

const maxVersions = 50;

/** The commits that changed an entry, newest first; empty if git has none. */
export async function entryVersions(project: ProjectContext, entry: EntryName): Promise<LogEntry[]> {
  const { path } = await locateEntry(project, entry.type, entry.key);
  const store = await openStoreRepository(project).catch(() => undefined);
  return store ? store.repository.log(posix.join(store.folder, path), maxVersions) : [];
}

/** The entry's text in a commit; empty if the commit does not have it. */
export async function entryAt(project: ProjectContext, entry: EntryName, commit: string): Promise<string> {
  if (!/^[0-9a-f]{4,64}$/.test(commit))
    throw new AppError("invalid", `Invalid commit: ${commit}.`, { hint: "Pass a commit from the list of versions." });
  const { repository, folder } = await openStoreRepository(project);
  const path = posix.join(folder, (await locateEntry(project, entry.type, entry.key)).path);
  const treeEntry = (await repository.listTree(commit, posix.dirname(path))).get(path);
  const [content] = treeEntry ? await repository.readBlobs([treeEntry.id]) : [];
  return content?.toString() ?? "";
}
