import { AppError } from "../../base/errors.js";
import type { Memory, Votes } from "../../store/memory/memory.js";
import type { LessonText } from "./lesson.js";
import { requireCurrent, successorOf } from "./memory-changes.js";
import { maxVotes } from "./new-memory.js";

interface NewVersion {
  readonly text: LessonText;
  readonly id: string;
  readonly author: string;
  readonly at: string;
}

/**
 * The successor of both, with the evidence, votes, tags and anchors of both. The digests of the anchors stay: a merge
 * does not confirm that the memories still hold.
 */
export function mergeMemories(first: Memory, second: Memory, { text, ...version }: NewVersion): Memory {
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

export function requireDifferent({ keep, drop }: { keep: string; drop: string }): void {
  if (keep === drop)
    throw new AppError("invalid", "A memory cannot be merged with itself.", { hint: "Choose another memory." });
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
