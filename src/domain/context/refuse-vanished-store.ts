import { relative } from "node:path";
import { AppError } from "../../base/errors.js";
import type { Files } from "../../engine/files.js";
import type { OpenGitRepository } from "../../engine/git-repository.js";
import { inStore, storeFolder, storePath } from "../../store/context/context-layout.js";

/**
 * Throws if git has a store that the working tree lacks, which usually is an accident or a sparse checkout. A new store
 * or a push would delete the existing entries for the whole team.
 */
export async function refuseVanishedStore(
  { files, openRepository }: { files: Files; openRepository: OpenGitRepository },
  root: string,
): Promise<void> {
  if (await files.exists(storePath(root, inStore.manifest))) return;
  const repository = await openRepository(root);
  const manifest = storePath((await files.realPath(root)) ?? root, inStore.manifest);
  const trackedPaths = repository
    ? await repository.tracked([relative(repository.top, manifest).replaceAll("\\", "/")])
    : [];
  if (trackedPaths.length === 0) return;
  throw new AppError("conflict", "The store is in git but not in the working tree. Nothing was changed.", {
    hint: `Restore it with \`git checkout -- ${storeFolder}\` (in a sparse checkout, \`git sparse-checkout add ${storeFolder}\`), or commit its removal with git.`,
  });
}
