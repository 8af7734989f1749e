import { AppError } from "../../../base/errors.js";
import type { ProjectContext } from "../project-context.js";
import { findSharedBranch, openStoreRepository } from "./store-repository.js";
import type { SyncAnswer } from "./sync-answer.js";

/**
 * Replaces the store's local commits that were not pushed with one that has their result, so that no push delivers
 * what only their history holds.
 */
export async function squashStore(project: ProjectContext): Promise<SyncAnswer> {
  const { repository, folder } = await openStoreRepository(project);
  const shared = await findSharedBranch(repository, await repository.head());
  const fetched = shared ? await repository.fetch(shared) : undefined;
  const published = fetched?.kind === "fetched" ? fetched.commit : undefined;
  return project.withLock(async () => {
    const from = (await repository.head()).commit;
    const commits = from === undefined ? [] : await repository.newCommits(from, published);
    if (from === undefined || commits.length === 0) return { status: "nothing_to_squash" };
    // The first commit that stays: everything above it is replaced.
    const replaced = new Set(commits.map(({ id }) => id));
    const parents = [...new Set(commits.flatMap((commit) => commit.parents))].filter((id) => !replaced.has(id));
    if (commits.some(({ files }) => files.some(({ path }) => !path.startsWith(`${folder}/`))))
      throw new AppError("conflict", "Unpushed commits also have files outside the store. Nothing was changed.", {
        hint: `Rewrite them yourself: \`git rebase -i ${published?.slice(0, 12) ?? "--root"}\`.`,
      });
    const message = "ctx: update context";
    const to = await repository.commit({ tree: await repository.writeTree(from, new Map()), parents, message });
    await repository.moveHead({ from, to, entries: new Map(), reason: message, apply: async () => {} });
    await project.scopes.forgetShared();
    return { status: "squashed", commit: await repository.shorten(to), commits: commits.length };
  });
}
