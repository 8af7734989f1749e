import { AppError } from "../../../base/errors.js";
import type { RemoteBranch } from "../../../engine/git-repository.js";
import { refuseVanishedStore } from "../init-store.js";
import type { ProjectContext } from "../project-context.js";
import { type IntegrationResult, integrate } from "./integrate.js";
import { saveOverruled } from "./overruled.js";
import { reportConflicts } from "./pending-merge.js";
import { type PreparedMerge, prepareMerge } from "./prepare-merge.js";
import {
  findSharedBranch,
  isSameTree,
  openStoreRepository,
  pathInProject,
  refuseUnmerged,
  type StoreRepository,
} from "./store-repository.js";
import type { SyncAnswer } from "./sync-answer.js";

const strategies = ["ours", "theirs", "agent"] as const;
export type Strategy = (typeof strategies)[number];

export function readStrategy(text: string): Strategy {
  const strategy = strategies.find((one) => one === text.trim().toLowerCase());
  if (!strategy) throw new AppError("invalid", `Invalid strategy '${text}'. Use: ${strategies.join(", ")}.`);
  return strategy;
}

/** Merges the shared branch's store. Nothing is changed before everything is merged. */
export async function pullContext(project: ProjectContext, strategy: Strategy): Promise<SyncAnswer> {
  const store = await openStoreRepository(project);
  await refuseUnmerged(store);
  await refuseVanishedStore(project, project.root);
  const fetched = await fetchShared(store);
  if ("status" in fetched) return fetched;
  const lackingNote = fetched.note ? { note: fetched.note } : {};
  return project.withLock(async () => {
    const head = (await store.repository.head()).commit;
    if (head && (await store.repository.isAncestor(fetched.commit, head)))
      return { status: "up_to_date", ...lackingNote };
    const merge = await prepareMerge(store, head, fetched.commit);
    if (strategy === "agent" && merge.conflicts.length > 0) return reportConflicts(project, merge);
    const side = strategy === "theirs" ? "theirs" : "ours";
    const result = new Map(merge.tree);
    for (const { path, resolvedFor } of merge.conflicts) {
      const entry = resolvedFor[side];
      if (entry) result.set(path, entry);
    }
    const message = `ctx: merge ${fetched.sharedBranch.remote}/${fetched.sharedBranch.branch}`;
    const integration = await integrate(store, { ...merge, result, message, commitAll: false });
    await project.pending.clear();
    const overruled = await saveOverruled(store, merge.conflicts, side);
    const answer = await pullAnswer(store, merge, integration, strategy);
    const note = [fetched.note, answer.note].filter(Boolean).join(" ");
    return { ...answer, ...overruled, ...(note ? { note } : {}) };
  });
}

interface SharedCommit {
  readonly commit: string;
  readonly sharedBranch: RemoteBranch;
  /** Says that the remote lacks this branch, and which one was read instead. */
  readonly note?: string;
}

/**
 * The newest commit of this branch on the remote; for an unpublished branch, that of the main branch; or the answer that
 * there is none. It is fetched before the store is locked, so that a slow network does not block writers.
 */
export async function fetchShared({ repository }: StoreRepository): Promise<SharedCommit | SyncAnswer> {
  const sharedBranch = await findSharedBranch(repository, await repository.head());
  if (!sharedBranch) return { status: "no_remote", error: "No remote is configured" };
  const { remote } = sharedBranch;
  const ownBranch = await repository.fetch(sharedBranch);
  if (ownBranch.kind === "fetched") return { commit: ownBranch.commit, sharedBranch };
  if (ownBranch.kind === "failed") throw unreachable(sharedBranch, ownBranch.reason);
  const branch = await repository.defaultBranch(remote);
  const isOther = branch !== undefined && branch !== sharedBranch.branch;
  const main = isOther ? await repository.fetch({ remote, branch }) : ownBranch;
  if (main.kind === "failed") throw unreachable(sharedBranch, main.reason);
  const lacking = `${remote} has no branch ${sharedBranch.branch}`;
  if (main.kind === "no-branch" || branch === undefined)
    return { status: "up_to_date", note: `${lacking} yet: there is nothing to pull.` };
  const note = `${lacking}; read its branch ${branch} instead.`;
  return { commit: main.commit, sharedBranch: { remote, branch }, note };
}

const unreachable = ({ remote }: RemoteBranch, reason: string) =>
  new AppError("unavailable", `Cannot fetch ${remote}: ${reason}`, { hint: "Nothing was changed." });

async function pullAnswer(
  { repository }: StoreRepository,
  merge: PreparedMerge,
  integration: IntegrationResult,
  strategy: Strategy,
): Promise<SyncAnswer> {
  const { head, target } = merge;
  const note = noteOf(merge, integration);
  if (integration.head === head && isSameTree(merge.theirs, merge.base)) return { status: "up_to_date", ...note };
  const pulled = {
    commit: await repository.shorten(integration.head ?? target),
    ...(head ? { commits: await repository.countCommits(head, target) } : {}),
    ...note,
  };
  const resolved = merge.conflicts.length;
  if (merge.merged.length + resolved === 0) return { status: "pulled", ...pulled };
  const used = resolved > 0 ? strategy : "section-auto";
  return { status: "merged", ...pulled, strategy: used, auto_resolved: merge.merged.map(pathInProject), resolved };
}

/** A note about side effects for the caller. */
export function noteOf(merge: PreparedMerge, integration: IntegrationResult): { note?: string } {
  const notes = [
    ...merge.renumbered.map(({ from, to }) => `${from} became ${to}: its number was taken.`),
    ...integration.displaced.map(({ from, to }) => `Renamed the private ${from} to ${to}: a shared file has its name.`),
    ...(integration.codeBehind ? ["The shared branch also has code that is not here; `git pull` brings it."] : []),
  ];
  return notes.length > 0 ? { note: notes.join(" ") } : {};
}
