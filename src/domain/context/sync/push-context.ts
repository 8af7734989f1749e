import { AppError } from "../../../base/errors.js";
import type { Head, RemoteBranch } from "../../../engine/git-repository.js";
import { refuseVanishedStore } from "../init-store.js";
import type { ProjectContext } from "../project-context.js";
import { describeChanges, refusePrivate, treeWithStore } from "./commit-store.js";
import { integrate } from "./integrate.js";
import { markPushedOverruled } from "./overruled.js";
import { mergeStores, type PreparedMerge } from "./prepare-merge.js";
import { commitAnswer, type PreparedPush, type Push, preparePush, touchesPrivate } from "./prepare-push.js";
import { noteOf } from "./pull-context.js";
import { findReviewBranch, pushForReview, refuseConflictsInReview, skippedHook } from "./push-for-review.js";
import { findSecretsInHistory, refuseSecretBranch, refuseSecrets, refuseSecretsInHistory } from "./refuse-secrets.js";
import {
  changedPaths,
  findSharedBranch,
  isSameTree,
  openStoreRepository,
  pathInProject,
  refuseIgnoredStore,
  refuseUnmerged,
  type StoreTree,
  snapshotStore,
  storeTreeOf,
} from "./store-repository.js";
import type { SyncAnswer } from "./sync-answer.js";

/** How often a push is tried again when others push at the same time. */
const maxAttempts = 8;

/**
 * Commits the store's public files and pushes them; other commits and files stay as they are. The store is locked while
 * it is read and written, not during network requests.
 */
export async function pushContext(project: ProjectContext, message: string): Promise<SyncAnswer> {
  const store = await openStoreRepository(project);
  await refuseIgnoredStore(store);
  await refuseUnmerged(store);
  await refuseVanishedStore(project, project.root);
  const push: Push = { ...store, message: project.redact(message.trim()) };
  for (let attemptsLeft = maxAttempts; attemptsLeft > 0; attemptsLeft--) {
    const answer = await tryPush(push);
    if (answer !== "again") return answer;
  }
  return commitLocally(push, `the shared branch moved ${maxAttempts} times during the push; try again`);
}

async function tryPush(push: Push): Promise<SyncAnswer | "again"> {
  const { project, repository } = push;
  const head = await repository.head();
  const sharedBranch = await findSharedBranch(repository, head);
  if (!sharedBranch) return commitLocally(push);
  refuseSecretBranch(push, sharedBranch.branch);
  const fetched = await repository.fetch(sharedBranch);
  if (fetched.kind === "failed") return commitUnlessAheadOfRemote(push, sharedBranch, fetched.reason);
  if (fetched.kind === "no-branch") return publishBranch(push, head, sharedBranch);
  const review = await findReviewBranch(push, sharedBranch, fetched.commit);
  const prepared = await project.withLock(() => preparePush(push, review?.commit ?? fetched.commit));
  if (prepared === "nothing") return { status: "nothing_to_push" };
  if ("conflictPaths" in prepared) {
    if (review) return refuseConflictsInReview(review, prepared.conflictPaths);
    const answer = await commitUnlessAheadOfRemote(push, sharedBranch, "others changed the same places; pull first");
    return { ...answer, conflicts: prepared.conflictPaths };
  }
  return review ? pushForReview(push, prepared, review) : pushCommit(push, prepared, sharedBranch);
}

/** Pushes the commit, then integrates it here. */
async function pushCommit(push: Push, prepared: PreparedPush, sharedBranch: RemoteBranch) {
  const { project, repository } = push;
  const pushed = await repository.push(prepared.commit, sharedBranch, project.runsHooks);
  if (pushed.kind === "behind") return "again";
  if (pushed.kind === "failed") return commitUnlessAheadOfRemote(push, sharedBranch, pushed.reason);
  const notes = await project.withLock(async () => {
    const replaced = await markPushedOverruled(project);
    const { note } = await integratePushed(push, prepared);
    const notes = [...replaced, ...(note ? [note] : []), ...(pushed.skippedHook ? [skippedHook] : [])];
    return notes.length > 0 ? { note: notes.join(" ") } : {};
  });
  return { ...(await commitAnswer("pushed", push, prepared)), ...notes };
}

/** Integrates a pushed commit here. If the local branch cannot move, the push stays, and a later pull integrates it. */
async function integratePushed(push: Push, { merge, commit, text: message }: PreparedPush): Promise<{ note?: string }> {
  const mergeBase = merge.head && (await push.repository.mergeBase(merge.head, commit));
  const ours = await snapshotStore(push);
  const commitAll = isSameTree(ours, merge.ours);
  try {
    const result = commitAll ? merge.tree : await mergeLocalEdits(push, merge, ours);
    const request = { ...merge, ours, mergeBase, target: commit, result, message, commitAll };
    return noteOf(merge, await integrate(push, request));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { note: `Not merged here yet: ${error.message} The next pull merges it.` };
  }
}

/** The pushed store, merged with local edits that were made during the push. */
async function mergeLocalEdits(push: Push, merge: PreparedMerge, ours: StoreTree): Promise<StoreTree> {
  const { tree, conflicts } = await mergeStores(push, { base: merge.ours, ours, theirs: merge.tree });
  if (conflicts.length === 0) return tree;
  const names = conflicts.map(({ path }) => pathInProject(path)).join(", ");
  throw new AppError("conflict", `${names} changed in the meantime.`);
}

/** The remote does not have this branch: it is created only if that publishes nothing but the store. */
async function publishBranch(push: Push, head: Head, sharedBranch: RemoteBranch): Promise<SyncAnswer | "again"> {
  const { repository, folder } = push;
  const hasOtherWork = head.commit !== undefined && (await repository.touchOutside(undefined, head.commit, folder));
  if (hasOtherWork) return commitLocally(push, await explainMissingBranch(push, head, sharedBranch));
  const answer = await commitLocally(push);
  const commit = (await repository.head()).commit;
  if (commit === undefined) return { status: "nothing_to_push" };
  if (await touchesPrivate(push, undefined, commit))
    return { ...answer, status: "committed", push_error: privateHistory };
  await refuseSecretsInHistory(push, { from: undefined, of: commit });
  const pushed = await repository.push(commit, sharedBranch, push.project.runsHooks);
  if (pushed.kind === "behind") return "again";
  if (pushed.kind === "failed") return { ...answer, status: "committed", push_error: pushed.reason };
  const note = pushed.skippedHook ? { note: skippedHook } : {};
  return { ...answer, status: "pushed", commit: await repository.shorten(commit), ...note };
}

const privateHistory =
  "an earlier commit of this branch has an entry that is private now; replace its commits with `throughline sync squash`, then push again";

/** How a person publishes a branch that also has code. */
async function explainMissingBranch(push: Push, { commit = "" }: Head, { remote, branch }: RemoteBranch) {
  const secrets = await findSecretsInHistory(push, { from: undefined, of: commit, hasCode: true });
  return secrets.length === 0
    ? `${remote} has no branch ${branch} yet; publish it with \`git push -u ${remote} ${branch}\``
    : `${remote} has no branch ${branch} yet, and unpushed commits may contain a secret, in ${secrets.join(", ")}; remove it with \`git rebase -i\` before you publish the branch`;
}

/**
 * Commits a store that could not be pushed. On top of unpublished code, such a commit would be pushed a second time by
 * the next push and make a rebase conflict: there the edits stay uncommitted.
 */
async function commitUnlessAheadOfRemote(push: Push, sharedBranch: RemoteBranch, pushError: string) {
  const { repository, folder } = push;
  const { commit } = await repository.head();
  const shared = `refs/remotes/${sharedBranch.remote}/${sharedBranch.branch}`;
  const hasCode = commit !== undefined && (await repository.touchOutside(shared, commit, folder).catch(() => false));
  return hasCode ? { status: "not_pushed", push_error: pushError } : commitLocally(push, pushError);
}

/** Commits the store on the local branch only, because there is no remote or it rejected the push. */
const commitLocally = (push: Push, pushError?: string): Promise<SyncAnswer> =>
  push.project.withLock(() => commitStore(push, pushError));

async function commitStore(push: Push, pushError?: string): Promise<SyncAnswer> {
  const { repository, message } = push;
  const head = (await repository.head()).commit;
  const [base, result] = await Promise.all([storeTreeOf(push, head), snapshotStore(push)]);
  const paths = changedPaths(base, result);
  const failed = pushError ? { push_error: pushError } : {};
  await refusePrivate(push, result, new Map());
  await refuseSecrets(push, result, paths);
  const tree = await treeWithStore(push, head, result);
  const isNew = head === undefined ? result.size > 0 : tree !== (await repository.writeTree(head, new Map()));
  if (!isNew) {
    if (!pushError) return { status: "nothing_to_push" };
    return { status: "committed", ...(head ? { commit: await repository.shorten(head) } : {}), files: [], ...failed };
  }
  const text = message || describeChanges(paths);
  const commit = await repository.commit({ tree, parents: head ? [head] : [], message: `${text}\n` });
  const trees = { ours: result, base, result };
  await integrate(push, { head, target: commit, mergeBase: head, ...trees, message: text, commitAll: false });
  return { ...(await commitAnswer("committed", push, { commit, paths, text })), ...failed };
}
