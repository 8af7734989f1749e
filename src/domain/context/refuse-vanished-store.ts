import { relative } from "node:path";
import { AppError } from "../../base/errors.js";
import type { Files } from "../../engine/files.js";
import type { OpenGitRepository } from "../../engine/git-repository.js";
import { inStore, storeFolder, storePath } from "../../store/context/context-layout.js";

/**
 * Refuses when git has a store that the working tree lacks: by accident or by a sparse checkout, rarely by wish. Begun
 * anew or pushed as it is, it would delete for everybody what it held.
 */
export async function refuseVanishedStore(
  { files, openRepository }: { files: Files; openRepository: OpenGitRepository },
  root: string,
): Promise<void> {
  if (await files.exists(storePath(root, inStore.manifest))) return;
  const repository = await openRepository(root);
  const manifest = storePath((await files.realPath(root)) ?? root, inStore.manifest);
  const known = repository ? await repository.tracked([relative(repository.top, manifest).replaceAll("\\", "/")]) : [];
  if (known.length === 0) return;
  throw new AppError("conflict", "The store is in git but not in the working tree. Nothing was changed.", {
    hint: `Restore it with \`git checkout -- ${storeFolder}\` (in a sparse checkout, \`git sparse-checkout add ${storeFolder}\`), or commit its removal with git.`,
  });
}
