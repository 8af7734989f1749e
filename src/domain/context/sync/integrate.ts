import type { TreeEntry } from "../../../engine/git-repository.js";
import type { ProjectContext } from "../project-context.js";
import { refusePrivate, treeWithStore } from "./commit-store.js";
import { type Displaced, displacePrivate } from "./displace-private.js";
import { baseTrailer } from "./find-base.js";
import { type StoreRepository, type StoreTree, sameTree, storeTreeOf } from "./store-repository.js";
import { writeStore } from "./write-store.js";

export interface Integration {
  /** The branch's commit before; undefined before the first. */
  readonly head: string | undefined;
  /** The commit of the shared branch that is taken in. */
  readonly target: string;
  readonly mergeBase: string | undefined;
  /** The working tree's store before, the store both started from, and the store it shall have. */
  readonly ours: StoreTree;
  readonly base: StoreTree;
  readonly result: StoreTree;
  readonly message: string;
  /** Commits what the result has beyond the target; otherwise that stays an uncommitted edit where it can. */
  readonly commitAll: boolean;
}

export interface Integrated {
  /** Where the branch is now. */
  readonly head: string | undefined;
  /** True when the shared branch also has code that this branch lacks: git brings it when a person asks for it. */
  readonly codeBehind: boolean;
  readonly displaced: readonly Displaced[];
}

/** Takes a commit's store into the branch, the index and the working tree, and nothing but its store. */
export async function integrate(
  project: ProjectContext,
  store: StoreRepository,
  step: Integration,
): Promise<Integrated> {
  const { repository } = store;
  const theirs = await storeTreeOf(store, step.target);
  await refusePrivate(project, step.result, theirs);
  const codeBehind = await bringsCode(store, step);
  const to = await nextHead(store, step, theirs, codeBehind);
  const displaced: Displaced[] = [];
  const apply = async () => {
    displaced.push(...(await displacePrivate(project, step.result)));
    await writeStore(project, store, step.ours, step.result);
  };
  if (to === undefined || to === step.head) await apply();
  else
    await repository.moveHead({
      from: step.head,
      to,
      entries: await indexEntries(store, step.head, to),
      reason: step.message.split("\n")[0] ?? "",
      apply,
    });
  return { head: to ?? step.head, codeBehind, displaced };
}

async function bringsCode(
  { repository, folder }: StoreRepository,
  { mergeBase, target }: Integration,
): Promise<boolean> {
  if (mergeBase === undefined) return repository.touchOutside(undefined, target, folder);
  return repository.differOutside(mergeBase, target, folder);
}

/** Which commit the branch moves to; undefined when it stays. */
async function nextHead(
  store: StoreRepository,
  { head, target, mergeBase, result, base, message, commitAll }: Integration,
  theirs: StoreTree,
  codeBehind: boolean,
): Promise<string | undefined> {
  const { repository } = store;
  const commit = async (on: string, parents: readonly string[], text: string) =>
    repository.commit({ tree: await treeWithStore(store, on, result), parents, message: `${text}\n` });

  // A branch without commits does not begin with somebody else's code.
  if (head === undefined && codeBehind) return undefined;
  const canForward = head === undefined || (mergeBase === head && !codeBehind);
  if (canForward) return commitAll && !sameTree(result, theirs) ? commit(target, [target], message) : target;
  if (!codeBehind) return commit(head, [head, target], message);
  // A merge commit would claim that their code is merged too. This one names what it took in instead.
  const isNews = !sameTree(theirs, base) || (commitAll && !sameTree(result, await storeTreeOf(store, head)));
  return isNews ? commit(head, [head], `${message}\n\n${baseTrailer}: ${target}`) : undefined;
}

/** The person's index gets the store of the new commit; entries outside the store are not named. */
async function indexEntries(
  { repository, folder }: StoreRepository,
  from: string | undefined,
  to: string,
): Promise<Map<string, TreeEntry | undefined>> {
  const [before, after] = await Promise.all([
    from === undefined ? new Map<string, TreeEntry>() : repository.listTree(from, folder),
    repository.listTree(to, folder),
  ]);
  const gone = [...before.keys()].filter((path) => !after.has(path));
  return new Map<string, TreeEntry | undefined>([...gone.map((path) => [path, undefined] as const), ...after]);
}
