import { AppError } from "../../../base/errors.js";
import type { Head } from "../../../engine/git-repository.js";
import { readIsShared } from "../../../store/context/is-shared.js";
import { refuseUncertainScopes } from "../../../store/context/scope-map.js";
import type { ProjectContext } from "../project-context.js";
import { refuseVanishedStore } from "../refuse-vanished-store.js";
import { describeChanges, refusePrivate, refuseSecrets, treeWithStore } from "./commit-store.js";
import { integrate } from "./integrate.js";
import { notePushedOverruled } from "./keep-overruled.js";
import { joinTrees, type PreparedMerge, prepareMerge } from "./prepare-merge.js";
import { inProject, noteOf } from "./pull-context.js";
import {
  changedPaths,
  openStoreRepository,
  type Place,
  placeOf,
  refuseIgnoredStore,
  refuseUnmerged,
  type StoreRepository,
  type StoreTree,
  sameTree,
  snapshotStore,
  storeTreeOf,
} from "./store-repository.js";
import type { SyncAnswer } from "./sync-answer.js";

/** How often a push is tried again when others push at the same time. */
const tries = 8;

interface Push {
  readonly project: ProjectContext;
  readonly store: StoreRepository;
  readonly message: string;
}

/**
 * Commits the store's public files and delivers them; commits and files of any other kind stay where they are. The store
 * is locked while it is read and written, not while the network is waited for.
 */
export async function pushContext(project: ProjectContext, message: string): Promise<SyncAnswer> {
  const store = await openStoreRepository(project);
  await refuseIgnoredStore(store);
  await refuseUnmerged(store);
  await refuseVanishedStore(project, project.root);
  const push: Push = { project, store, message: message.trim() };
  for (let left = tries; left > 0; left--) {
    const answer = await tryPush(push);
    if (answer !== "again") return answer;
  }
  return commitHere(push, `the shared branch moved ${tries} times during the push; try again`);
}

async function tryPush(push: Push): Promise<SyncAnswer | "again"> {
  const { project, store } = push;
  const head = await store.repository.head();
  const place = await placeOf(store, head);
  if (!place) return commitHere(push);
  const fetched = await store.repository.fetch(place);
  if (fetched.kind === "failed") return leaveHere(push, place, fetched.reason);
  if (fetched.kind === "no-branch") return publish(push, head, place);
  const parcel = await project.alone(() => pack(push, fetched.commit));
  if (parcel === "nothing") return { status: "nothing_to_push" };
  if ("conflictPaths" in parcel) {
    const answer = await leaveHere(push, place, "others changed the same places; pull first (context_sync_pull)");
    return { ...answer, conflicts: parcel.conflictPaths };
  }
  return deliver(push, parcel, place);
}

/** A commit that is ready to be pushed, and the merge it came from. */
interface Parcel {
  readonly merge: PreparedMerge;
  readonly commit: string;
  readonly paths: readonly string[];
  readonly text: string;
}

/** Makes the commit that adds only the store to the shared branch. */
async function pack(push: Push, shared: string): Promise<Parcel | "nothing" | { readonly conflictPaths: string[] }> {
  const { project, store, message } = push;
  const { repository, folder } = store;
  await refuseUncertainScopes(project.files, project.root);
  const merge = await prepareMerge(project, store, (await repository.head()).commit, shared);
  const { head, target, theirs, tree, conflicts } = merge;
  if (conflicts.length > 0) return { conflictPaths: conflicts.map(({ path }) => inProject(path)) };
  await refusePrivate(project, tree, theirs);
  const next = await treeWithStore(store, target, tree);
  if (next === (await treeWithStore(store, target, new Map(theirs))) && !(await hasLeaks(store, target, next)))
    return "nothing";
  const paths = changedPaths(theirs, tree);
  await refuseSecrets(project, store, tree, paths);
  const text = message || describeChanges(paths);
  // Commits here that hold only the store can go as they are; others are a person's to publish.
  const isOwnLine =
    head !== undefined &&
    (await repository.isAncestor(target, head)) &&
    !(await repository.touchOutside(target, head, folder)) &&
    !(await touchesPrivate(push, target, head));
  const commit = isOwnLine
    ? await commitOn(store, head, tree, text)
    : await repository.commit({ tree: next, parents: [target], message: `${text}\n` });
  return { merge, commit, paths, text };
}

/** Pushes the commit, then takes it in here. */
async function deliver(push: Push, parcel: Parcel, place: Place): Promise<SyncAnswer | "again"> {
  const { project, store } = push;
  const { commit, paths, text } = parcel;
  const pushed = await store.repository.push(commit, place);
  if (pushed.kind === "behind") return "again";
  if (pushed.kind === "failed") return leaveHere(push, place, pushed.reason);
  await store.repository.updateTrackingRef(place, commit);
  const taken = await project.alone(async () => {
    const replaced = await notePushedOverruled(project);
    const { note } = await takeIn(push, parcel);
    const notes = [...replaced, ...(note ? [note] : [])];
    return notes.length > 0 ? { note: notes.join(" ") } : {};
  });
  return {
    status: "pushed",
    commit: await store.repository.shorten(commit),
    commit_message: text,
    files: paths.map(inProject),
    ...taken,
  };
}

/** What is delivered stays delivered, even if something keeps us from moving the branch here: a pull does that later. */
async function takeIn({ project, store }: Push, { merge, commit, text }: Parcel): Promise<{ note?: string }> {
  const mergeBase = merge.head && (await store.repository.mergeBase(merge.head, commit));
  const now = await snapshotStore(project, store);
  const isSame = sameTree(now, merge.ours);
  try {
    const result = isSame ? merge.tree : await withEdits(project, store, merge, now);
    const step = { ...merge, ours: now, mergeBase, target: commit, result, message: text, commitAll: isSame };
    return noteOf(merge, await integrate(project, store, step));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { note: `Not merged here yet: ${error.message} The next pull merges it.` };
  }
}

/** What was delivered, with what was written here while it travelled. */
async function withEdits(
  project: ProjectContext,
  store: StoreRepository,
  merge: PreparedMerge,
  now: StoreTree,
): Promise<StoreTree> {
  const { tree, conflicts } = await joinTrees(project, store, { base: merge.ours, ours: now, theirs: merge.tree });
  if (conflicts.length === 0) return tree;
  throw new AppError("conflict", `${conflicts.map(({ path }) => inProject(path)).join(", ")} changed in the meantime.`);
}

/** True when the shared branch has files that must not be there. */
const hasLeaks = async ({ repository }: StoreRepository, commit: string, clean: string): Promise<boolean> =>
  (await repository.writeTree(commit, new Map())) !== clean;

/** True when a commit that would be delivered as it is has a file that is not shared. */
async function touchesPrivate({ project, store }: Push, from: string | undefined, of: string): Promise<boolean> {
  const isShared = await readIsShared(project.files, project.root);
  const paths = await store.repository.touchedPaths(from, of, store.folder);
  return paths.some((path) => !isShared(path.slice(store.folder.length + 1)));
}

/** A child of `parent` with this store; `parent` itself when it has it already. */
async function commitOn(
  store: StoreRepository,
  parent: string,
  tree: PreparedMerge["tree"],
  message: string,
): Promise<string> {
  const [next, now] = [await treeWithStore(store, parent, tree), await store.repository.writeTree(parent, new Map())];
  return next === now ? parent : store.repository.commit({ tree: next, parents: [parent], message: `${message}\n` });
}

/** Nobody has this branch yet: it is begun only where that publishes nothing but the store. */
async function publish(push: Push, head: Head, place: Place): Promise<SyncAnswer | "again"> {
  const { repository, folder } = push.store;
  const hasOtherWork = head.commit !== undefined && (await repository.touchOutside(undefined, head.commit, folder));
  if (hasOtherWork) {
    return commitHere(
      push,
      `${place.remote} has no branch ${place.branch} yet; publish it with \`git push -u ${place.remote} ${place.branch}\``,
    );
  }
  const answer = await commitHere(push);
  const commit = (await repository.head()).commit;
  if (commit === undefined) return { status: "nothing_to_push" };
  if (await touchesPrivate(push, undefined, commit))
    return { ...answer, status: "committed", push_error: "an earlier commit of this branch has a private entry" };
  const pushed = await repository.push(commit, place);
  if (pushed.kind === "behind") return "again";
  if (pushed.kind === "failed") return { ...answer, status: "committed", push_error: pushed.reason };
  await repository.updateTrackingRef(place, commit);
  return { ...answer, status: "pushed", commit: await repository.shorten(commit) };
}

/**
 * What becomes of a store that could not be delivered. A commit on top of unpublished code would be delivered a second
 * time by the next push, and then stand in the way of a rebase: there the edits stay uncommitted.
 */
async function leaveHere(push: Push, place: Place, pushError: string): Promise<SyncAnswer> {
  const { repository, folder } = push.store;
  const { commit } = await repository.head();
  const shared = `refs/remotes/${place.remote}/${place.branch}`;
  const hasCode = commit !== undefined && (await repository.touchOutside(shared, commit, folder).catch(() => false));
  return hasCode ? { status: "not_pushed", push_error: pushError } : commitHere(push, pushError);
}

/** Commits the store on the local branch alone, because there is no remote or it did not take it. */
const commitHere = (push: Push, pushError?: string): Promise<SyncAnswer> =>
  push.project.alone(() => commitStore(push, pushError));

async function commitStore({ project, store, message }: Push, pushError?: string): Promise<SyncAnswer> {
  const { repository } = store;
  await refuseUncertainScopes(project.files, project.root);
  const head = (await repository.head()).commit;
  const [before, result] = await Promise.all([storeTreeOf(store, head), snapshotStore(project, store)]);
  const paths = changedPaths(before, result);
  const failed = pushError ? { push_error: pushError } : {};
  await refusePrivate(project, result, new Map());
  await refuseSecrets(project, store, result, paths);
  const tree = await treeWithStore(store, head, result);
  const isNew = head === undefined ? result.size > 0 : tree !== (await repository.writeTree(head, new Map()));
  if (!isNew) {
    if (!pushError) return { status: "nothing_to_push" };
    return { status: "committed", ...(head ? { commit: await repository.shorten(head) } : {}), files: [], ...failed };
  }
  const text = message || describeChanges(paths);
  const commit = await repository.commit({ tree, parents: head ? [head] : [], message: `${text}\n` });
  const step = {
    head,
    target: commit,
    mergeBase: head,
    ours: result,
    base: before,
    result,
    message: text,
    commitAll: false,
  };
  await integrate(project, store, step);
  return {
    status: "committed",
    commit: await repository.shorten(commit),
    commit_message: text,
    files: paths.map(inProject),
    ...failed,
  };
}
