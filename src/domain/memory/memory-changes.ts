import { AppError } from "../../base/errors.js";
import type { Anchor, Memory, MemoryState, Outcome } from "../../store/memory/memory.js";
import { contentKey } from "./text-similarity.js";

export interface MemoryChanges {
  readonly title?: string | undefined;
  readonly content?: string | undefined;
  readonly outcome?: Outcome | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly anchors?: readonly string[] | undefined;
  readonly state?: Exclude<MemoryState, "superseded"> | undefined;
  /** Says that it still holds: what its anchors look like now is what it speaks of. */
  readonly confirm?: boolean | undefined;
  readonly reason?: string | undefined;
}

/** Changes, and what the anchors they speak of look like now; none where the anchors stay as they are. */
interface Taken {
  readonly changes: MemoryChanges;
  readonly taken: readonly Anchor[];
  readonly at: string;
}

interface NewVersion extends Taken {
  readonly id: string;
  readonly author: string;
}

/** What a memory says never changes in place: whoever used it must be able to read what it said. */
export const hasNewWords = (old: Memory, { title, content, outcome }: MemoryChanges): boolean =>
  (title ?? old.title) !== old.title ||
  (content ?? old.content) !== old.content ||
  (outcome ?? old.outcome) !== old.outcome;

/** Names of the anchors to look at anew. */
export function anchorsToTake(old: Memory, changes: MemoryChanges): readonly string[] {
  if (changes.anchors !== undefined) return changes.anchors;
  return changes.confirm || hasNewWords(old, changes) ? old.anchors.map(({ name }) => name) : [];
}

/** Only what was asked for: the rest may have moved on since it was looked at. */
export const changedInPlace = (one: Memory, { changes, taken, at }: Taken): Memory => ({
  ...one,
  tags: changes.tags ?? one.tags,
  state: changes.state ?? one.state,
  anchors: changes.anchors === undefined ? refreshed(one.anchors, taken) : taken,
  updatedAt: at,
});

/** The same lesson in new words. It keeps what was thought of the old one. */
export function successorOf(old: Memory, { changes, taken, at, id, author }: NewVersion): Memory {
  refuseReplaced(old);
  const [title, content] = [changes.title ?? old.title, changes.content ?? old.content];
  return {
    ...changedInPlace(old, { changes, taken, at }),
    ...{ id, author, title, content, outcome: changes.outcome ?? old.outcome, contentKey: contentKey(title, content) },
    state: changes.state ?? (old.state === "rejected" ? "candidate" : old.state),
    ...{ supersedes: old.id, supersededBy: "", reason: changes.reason ?? "", createdAt: at },
  };
}

/** The memory as it was before `version` superseded it. Refuses when the version was used or superseded since. */
export function asBefore(old: Memory, version: Memory, before: Pick<Memory, "state" | "updatedAt">): Memory {
  refuseReplaced(version);
  if (version.supersedes !== old.id || version.evidence.length !== old.evidence.length || !isSameVotes(old, version))
    throw new AppError("conflict", `Memory ${version.id} was used since its last edit.`, {
      hint: "Edit it again instead.",
    });
  return { ...old, ...before, supersededBy: "" };
}

const isSameVotes = (a: Memory, b: Memory): boolean => JSON.stringify(a.votes) === JSON.stringify(b.votes);

export function refuseReplaced({ id, supersededBy }: Memory): void {
  if (supersededBy === "") return;
  throw new AppError("conflict", `Memory ${id} was superseded by ${supersededBy}.`, {
    hint: `Change ${supersededBy} instead.`,
  });
}

const refreshed = (anchors: readonly Anchor[], taken: readonly Anchor[]): readonly Anchor[] =>
  anchors.map((one) => taken.find(({ name }) => name === one.name) ?? one);
