import { laterOf } from "../../base/days.js";
import { AppError } from "../../base/errors.js";
import type { Guard } from "../../store/memory/guard.js";
import type { Anchor, Memory, MemorySource, MemoryState, Votes } from "../../store/memory/memory.js";
import type { LessonEvidence, LessonText, Optional } from "./lesson.js";
import { maxVotes } from "./new-memory.js";
import { contentKey } from "./text-similarity.js";

export interface MemoryChanges extends Optional<Pick<Memory, "title" | "content" | "outcome" | "tags" | "reason">> {
  readonly anchors?: readonly string[] | undefined;
  readonly state?: Exclude<MemoryState, "superseded"> | undefined;
  /** Confirms that it still holds: the digests of its anchors are updated. */
  readonly confirm?: boolean | undefined;
  /** What a new text rests on, and who wrote it. Default: as before. */
  readonly evidence?: readonly LessonEvidence[];
  readonly source?: MemorySource;
  readonly guards?: readonly Guard[];
}

/** Changes and the current digests of the anchors; empty where anchors do not change. */
type DigestedChanges = { readonly changes: MemoryChanges; readonly digests: readonly Anchor[]; readonly at: string };

interface NewVersion extends DigestedChanges, Pick<Memory, "id" | "author"> {}

/** The text of a memory never changes in place, so that its history can be read. */
export const hasNewText = (old: Memory, changes: MemoryChanges): boolean =>
  (["title", "content", "outcome"] as const).some((name) => (changes[name] ?? old[name]) !== old[name]);

/** Names of the anchors whose digests to update. */
export function anchorsToDigest(old: Memory, changes: MemoryChanges): readonly string[] {
  if (changes.anchors !== undefined) return changes.anchors;
  return changes.confirm || hasNewText(old, changes) ? old.anchors.map(({ name }) => name) : [];
}

/** Changes only the requested fields: others may have changed since they were read. */
export const changeInPlace = (one: Memory, { changes, digests, at }: DigestedChanges): Memory => ({
  ...one,
  tags: changes.tags ?? one.tags,
  state: changes.state ?? one.state,
  anchors: changes.anchors === undefined ? withDigests(one.anchors, digests) : digests,
  ...withGuards(changes.guards),
  updatedAt: laterOf(one.updatedAt, at),
});

/** The same lesson with a new text. It keeps confidence, votes and evidence of the old one. */
export function successorOf(old: Memory, { changes, digests, at, id, author }: NewVersion): Memory {
  requireCurrent(old);
  const [title, content] = [changes.title ?? old.title, changes.content ?? old.content];
  return {
    ...changeInPlace(old, { changes, digests, at }),
    id,
    author,
    title,
    content,
    outcome: changes.outcome ?? old.outcome,
    contentKey: contentKey(title, content),
    source: changes.source ?? old.source,
    evidence: changes.evidence?.map((one) => ({ at, ...one, author, title })) ?? old.evidence,
    state: changes.state ?? (old.state === "rejected" ? "candidate" : old.state),
    ...withGuards(changes.guards ?? old.guards?.map(proposedAgain)),
    supersedes: old.id,
    supersededBy: "",
    reason: changes.reason ?? "",
    createdAt: at,
  };
}

const withGuards = (guards: readonly Guard[] | null | undefined) => (guards ? { guards } : {});

/** A person accepted it for another text. */
const proposedAgain = (guard: Guard): Guard => (guard.state === "accepted" ? { ...guard, state: "proposed" } : guard);

/** The memory as it was before `version` superseded it. Throws if the version was used or superseded since. */
export function restoreBefore(old: Memory, version: Memory, before: Pick<Memory, "state" | "updatedAt">): Memory {
  requireCurrent(version);
  const isVoted = JSON.stringify(old.votes) !== JSON.stringify(version.votes);
  if (version.supersedes !== old.id || version.evidence.length !== old.evidence.length || isVoted)
    throw new AppError("conflict", `Memory ${version.id} was used since its last edit.`, {
      hint: "Edit it again instead.",
    });
  return { ...old, ...before, supersededBy: "" };
}

function requireCurrent({ id, supersededBy }: Memory): void {
  if (supersededBy === "") return;
  throw new AppError("conflict", `Memory ${id} was superseded by ${supersededBy}.`, {
    hint: `Change ${supersededBy} instead.`,
  });
}

const withDigests = (anchors: readonly Anchor[], digests: readonly Anchor[]): readonly Anchor[] =>
  anchors.map((one) => digests.find(({ name }) => name === one.name) ?? one);

/**
 * The successor of both, with the evidence, votes, tags and anchors of both. The digests of the anchors stay: a merge
 * does not confirm that the memories still hold.
 */
export function mergeMemories(
  first: Memory,
  second: Memory,
  { text, ...version }: Omit<NewVersion, "changes" | "digests"> & { readonly text: LessonText },
): Memory {
  requireCurrent(second);
  const changes = { title: text.title, content: text.content, reason: `Merged with ${second.id}` };
  const successor = successorOf(first, { ...version, changes, digests: [] });
  const anchors = new Map([...second.anchors, ...first.anchors].map((one) => [one.name, one]));
  const mergeEvidence = { at: version.at, author: version.author, title: second.title, from: second.id };
  return {
    ...successor,
    tags: [...new Set([...first.tags, ...second.tags])],
    anchors: [...anchors.values()],
    evidence: [...byTime([...first.evidence, ...second.evidence]), mergeEvidence].slice(-maxVotes),
    votes: sumVotes(first.votes, second.votes),
    confidence: Math.max(first.confidence, second.confidence),
    state: second.state === "verified" ? "verified" : successor.state,
  };
}

const byTime = <T extends { readonly at: string }>(all: readonly T[]): T[] =>
  all.toSorted((a, b) => a.at.localeCompare(b.at));

function sumVotes(a: Votes, b: Votes): Votes {
  const cast = byTime([...(a.cast ?? []), ...(b.cast ?? [])]).slice(-maxVotes);
  return {
    helpful: a.helpful + b.helpful,
    unhelpful: a.unhelpful + b.unhelpful,
    succeeded: a.succeeded + b.succeeded,
    failed: a.failed + b.failed,
    ...(cast.length > 0 ? { cast } : {}),
  };
}
