import { AppError } from "../../base/errors.js";
import type { Memory, Votes } from "../../store/memory/memory.js";
import type { LessonWords } from "./lesson.js";
import { refuseReplaced, successorOf } from "./memory-changes.js";
import { maxKeptVotes } from "./new-memory.js";

interface NewVersion {
  readonly words: LessonWords;
  readonly id: string;
  readonly author: string;
  readonly at: string;
}

/**
 * The successor of both, with everything that spoke for either: evidence, votes, tags and anchors. What the anchors
 * looked like stays: to merge is to say that two memories say the same, not that they still hold.
 */
export function mergedMemory(kept: Memory, dropped: Memory, { words, ...version }: NewVersion): Memory {
  refuseReplaced(dropped);
  const changes = { title: words.title, content: words.content, reason: `Merged with ${dropped.id}` };
  const successor = successorOf(kept, { ...version, changes, taken: [] });
  const anchors = new Map([...dropped.anchors, ...kept.anchors].map((one) => [one.name, one]));
  const taken = { at: version.at, author: version.author, title: dropped.title, from: dropped.id };
  return {
    ...successor,
    tags: [...new Set([...kept.tags, ...dropped.tags])],
    anchors: [...anchors.values()],
    evidence: [...byTime([...kept.evidence, ...dropped.evidence]), taken].slice(-maxKeptVotes),
    votes: summed(kept.votes, dropped.votes),
    confidence: Math.max(kept.confidence, dropped.confidence),
    state: dropped.state === "verified" ? "verified" : successor.state,
  };
}

export function refuseSame({ keep, drop }: { keep: string; drop: string }): void {
  if (keep === drop)
    throw new AppError("invalid", "A memory cannot be merged with itself.", { hint: "Choose another memory." });
}

const byTime = <T extends { readonly at: string }>(all: readonly T[]): T[] =>
  all.toSorted((a, b) => a.at.localeCompare(b.at));

function summed(a: Votes, b: Votes): Votes {
  const cast = byTime([...(a.cast ?? []), ...(b.cast ?? [])]).slice(-maxKeptVotes);
  return {
    helpful: a.helpful + b.helpful,
    unhelpful: a.unhelpful + b.unhelpful,
    succeeded: a.succeeded + b.succeeded,
    failed: a.failed + b.failed,
    ...(cast.length > 0 ? { cast } : {}),
  };
}
