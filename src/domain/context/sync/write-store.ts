import { dirname } from "node:path/posix";
import { storePath } from "../../../store/context/context-layout.js";
import type { ProjectContext } from "../project-context.js";
import { changedPaths, type StoreRepository, type StoreTree } from "./store-repository.js";

/** Files written concurrently, which share the waits for the disk. */
const concurrency = 64;

/** Updates the shared files of the working tree to `to`; unchanged files are not touched. */
export async function writeStore(
  { files, root }: ProjectContext,
  { repository }: StoreRepository,
  from: StoreTree,
  to: StoreTree,
): Promise<void> {
  const changed = changedPaths(from, to);
  const entries = changed.map((path) => to.get(path));
  const ids = [...new Set(entries.flatMap((entry) => (entry ? [entry.id] : [])))];
  const contents = await repository.readBlobs(ids);
  const contentOf = new Map(ids.map((id, i) => [id, contents[i]]));
  const writeOne = async (path: string, i: number) => {
    const entry = entries[i];
    const content = entry && contentOf.get(entry.id);
    if (entry && content) await files.write(storePath(root, path), content, { executable: entry.mode === "100755" });
    else await files.remove(storePath(root, path));
  };
  for (let i = 0; i < changed.length; i += concurrency) {
    await Promise.all(changed.slice(i, i + concurrency).map((path, n) => writeOne(path, i + n)));
  }
  for (const path of changed.filter((_, i) => !entries[i])) await removeEmptyFolders(files, root, dirname(path));
}

/** An empty folder would count as a skill, so it is removed with its last file. */
async function removeEmptyFolders(files: ProjectContext["files"], root: string, folder: string): Promise<void> {
  if (!folder.startsWith("skills/") || (await files.tree(storePath(root, folder))).length > 0) return;
  await files.remove(storePath(root, folder));
  await removeEmptyFolders(files, root, dirname(folder));
}
