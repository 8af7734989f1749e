import { AppError } from "../../../base/errors.js";
import type { TreeEntry } from "../../../engine/git-repository.js";
import { storeFolder } from "../../../store/context/context-layout.js";
import type { ProjectContext } from "../project-context.js";
import { refuseVanishedStore } from "../refuse-vanished-store.js";
import { type Integrated, integrate } from "./integrate.js";
import { keepOverruled } from "./keep-overruled.js";
import { reportConflicts } from "./pending-merge.js";
import { type PreparedMerge, prepareMerge } from "./prepare-merge.js";
import {
  openStoreRepository,
  type Place,
  placeOf,
  refuseUnmerged,
  type StoreRepository,
  sameTree,
} from "./store-repository.js";
import type { SyncAnswer } from "./sync-answer.js";

const strategies = ["ours", "theirs", "agent"] as const;
export type Strategy = (typeof strategies)[number];

export function readStrategy(text: string): Strategy {
  const strategy = strategies.find((one) => one === text.trim().toLowerCase());
  if (!strategy) throw new AppError("invalid", `Invalid strategy '${text}'. Use: ${strategies.join(", ")}.`);
  return strategy;
}

/** Brings in what the others shared. Nothing is changed before everything is merged. */
export async function pullContext(project: ProjectContext, strategy: Strategy): Promise<SyncAnswer> {
  const store = await openStoreRepository(project);
  await refuseUnmerged(store);
  await refuseVanishedStore(project, project.root);
  const source = await fetchShared(store);
  if (source.kind === "none") return source.answer;
  return project.alone(async () => {
    const head = (await store.repository.head()).commit;
    if (head && (await store.repository.isAncestor(source.commit, head))) return { status: "up_to_date" };
    const merge = await prepareMerge(project, store, head, source.commit);
    if (strategy === "agent" && merge.conflicts.length > 0) return reportConflicts(project, merge);
    const result = settleFor(merge, strategy === "theirs" ? "theirs" : "ours");
    const message = `ctx: merge ${source.place.remote}/${source.place.branch}`;
    const done = await integrate(project, store, { ...merge, result, message, commitAll: false });
    await project.pending.clear();
    const overruled = await keepOverruled(project, store, merge.conflicts, strategy === "theirs" ? "theirs" : "ours");
    const answer = await pullAnswer(store, { merge, done, strategy, from: source.commit });
    return { ...answer, ...overruled };
  });
}

/** The merged tree, with every conflict settled for one side. */
export function settleFor({ tree, conflicts }: PreparedMerge, side: "ours" | "theirs"): Map<string, TreeEntry> {
  const settled = conflicts.flatMap(({ path, settled }) => {
    const entry = settled[side];
    return entry ? [[path, entry] as const] : [];
  });
  return new Map([...tree, ...settled]);
}

type Source =
  | { readonly kind: "found"; readonly commit: string; readonly place: Place }
  | { readonly kind: "none"; readonly answer: SyncAnswer };

/**
 * The newest commit of the branch this one is shared on; for a branch nobody published, that of the main branch. It is
 * fetched before the store is locked: a slow network holds up nobody who writes.
 */
export async function fetchShared(store: StoreRepository): Promise<Source> {
  const { repository } = store;
  const place = await placeOf(store, await repository.head());
  if (!place) return { kind: "none", answer: { status: "no_remote", error: "No remote is configured" } };
  const own = await repository.fetch(place);
  if (own.kind === "fetched") return { kind: "found", commit: own.commit, place };
  if (own.kind === "failed") throw unreachable(place, own.reason);
  const branch = await repository.defaultBranch(place.remote);
  const main =
    branch === undefined || branch === place.branch ? own : await repository.fetch({ remote: place.remote, branch });
  if (main.kind === "failed") throw unreachable(place, main.reason);
  if (main.kind === "no-branch" || branch === undefined) return { kind: "none", answer: { status: "up_to_date" } };
  return { kind: "found", commit: main.commit, place: { ...place, branch } };
}

const unreachable = ({ remote }: Place, reason: string) =>
  new AppError("unavailable", `Cannot fetch ${remote}: ${reason}`, { hint: "Nothing was changed." });

async function pullAnswer(
  { repository }: StoreRepository,
  { merge, done, strategy, from }: { merge: PreparedMerge; done: Integrated; strategy: Strategy; from: string },
): Promise<SyncAnswer> {
  const isNothing = done.head === merge.head && sameTree(merge.theirs, merge.base);
  const note = noteOf(merge, done);
  if (isNothing) return { status: "up_to_date", ...note };
  const paths = merge.merged.map(inProject);
  const isMerged = paths.length > 0 || merge.conflicts.length > 0;
  return {
    status: isMerged ? "merged" : "pulled",
    commit: await repository.shorten(done.head ?? from),
    ...(merge.head ? { commits: await repository.countCommits(merge.head, from) } : {}),
    ...(isMerged
      ? {
          strategy: merge.conflicts.length > 0 ? strategy : "section-auto",
          auto_resolved: paths,
          resolved: merge.conflicts.length,
        }
      : {}),
    ...note,
  };
}

export const inProject = (path: string): string => `${storeFolder}/${path}`;

/** What else happened that the caller should know. */
export function noteOf(merge: PreparedMerge, done: Integrated): { note?: string } {
  const notes = [
    ...merge.renumbered.map(({ from, to }) => `${from} became ${to}: its number was taken.`),
    ...done.displaced.map(({ from, to }) => `Renamed the private ${from} to ${to}: a shared file has its name.`),
    ...(done.codeBehind ? ["The shared branch also has code that is not here; `git pull` brings it."] : []),
  ];
  return notes.length > 0 ? { note: notes.join(" ") } : {};
}
