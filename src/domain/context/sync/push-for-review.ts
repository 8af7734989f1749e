import { AppError } from "../../../base/errors.js";
import type { RemoteBranch } from "../../../engine/git-repository.js";
import { commitAnswer, type PreparedPush, type Push } from "./prepare-push.js";
import type { SyncAnswer } from "./sync-answer.js";

interface ReviewBranch {
  readonly at: RemoteBranch;
  /** The branch that a review merges into. */
  readonly into: string;
  /** Its newest commit; that of the shared branch if there is nothing to review yet. */
  readonly commit: string;
}

/** The branch to push to for review, with what others pushed there; undefined if pushes need no review. */
export async function findReviewBranch(
  { project, repository }: Push,
  sharedBranch: RemoteBranch,
  shared: string,
): Promise<ReviewBranch | undefined> {
  const { reviewBranch } = project;
  if (reviewBranch === "" || reviewBranch === sharedBranch.branch) return undefined;
  const at = { ...sharedBranch, branch: reviewBranch };
  const fetched = await repository.fetch(at);
  if (fetched.kind === "failed") throw new AppError("unavailable", `Cannot fetch ${reviewBranch}: ${fetched.reason}`);
  const isOpen = fetched.kind === "fetched" && !(await repository.isAncestor(fetched.commit, shared));
  return { at, into: sharedBranch.branch, commit: isOpen ? fetched.commit : shared };
}

/** Pushes the commit for review. The local branch does not move: the edits stay uncommitted until a pull brings them. */
export async function pushForReview(
  push: Push,
  prepared: PreparedPush,
  { at, into }: ReviewBranch,
): Promise<SyncAnswer | "again"> {
  const pushed = await push.repository.push(prepared.commit, at, push.project.runsHooks);
  if (pushed.kind === "behind") return "again";
  if (pushed.kind === "failed") return { status: "not_pushed", push_error: pushed.reason };
  const note = `Pushed to ${at.branch} for review. Once it is merged into ${into}, a pull brings it.`;
  return {
    ...(await commitAnswer("pushed", push, prepared)),
    branch: at.branch,
    note: pushed.skippedHook ? `${note} ${skippedHook}` : note,
  };
}

/** A pull cannot bring what is not merged yet, so the edits wait for the review. */
export const refuseConflictsInReview = ({ at }: ReviewBranch, conflicts: readonly string[]): SyncAnswer => ({
  status: "not_pushed",
  push_error: `others proposed changes of the same places on ${at.branch}; push again after its review`,
  conflicts,
});

export const skippedHook =
  "The repository's pre-push hook was not run. If it is yours, let pushes run it: throughline config set sync.hooks true";
