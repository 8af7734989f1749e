import { laterOf } from "../../base/days.js";
import type { CastVote, Memory } from "../../store/memory/memory.js";
import { afterSignal, initialConfidence } from "./confidence.js";
import type { Lesson } from "./lesson.js";
import { contentKey } from "./text-similarity.js";

/** The number of latest evidence entries and votes that a memory keeps. */
export const maxVotes = 50;

export function newMemory(
  lesson: Lesson,
  { id, at, author, anchors }: Pick<Memory, "id" | "author" | "anchors"> & { readonly at: string },
): Memory {
  const { project, title, content, outcome, tags, source = "explicit", from, evidence, guards } = lesson;
  return {
    id,
    project,
    title,
    content,
    outcome,
    source,
    author,
    anchors,
    confidence: initialConfidence,
    tags: [...new Set(tags)],
    state: "candidate",
    evidence: (evidence ?? [from === undefined ? {} : { from }]).map((one) => ({ at, ...one, author, title })),
    votes: { helpful: 0, unhelpful: 0, succeeded: 0, failed: 0 },
    ...(guards ? { guards } : {}),
    supersedes: "",
    supersededBy: "",
    reason: "",
    contentKey: contentKey(title, content),
    createdAt: at,
    updatedAt: at,
  };
}

/** `existing`, with a new memory of the same text as further evidence. */
export const withEvidence = (existing: Memory, duplicate: Memory): Memory => ({
  ...existing,
  tags: [...new Set([...existing.tags, ...duplicate.tags])],
  source: duplicate.source === "explicit" ? "explicit" : existing.source,
  evidence: [...existing.evidence, ...duplicate.evidence].slice(-maxVotes),
  ...(!existing.guards && duplicate.guards ? { guards: duplicate.guards } : {}),
  updatedAt: laterOf(existing.updatedAt, duplicate.createdAt),
});

/** A positive vote verifies a candidate; a negative one only lowers confidence, because the memory may have been misapplied. */
export function withVote(memory: Memory, vote: Omit<CastVote, "confidence">): Memory {
  const { signal, at } = vote;
  const confidence = afterSignal(memory.confidence, signal);
  const isPositive = signal === "helpful" || signal === "succeeded";
  const cast = [...(memory.votes.cast ?? []), { ...vote, confidence }].slice(-maxVotes);
  return {
    ...memory,
    confidence,
    votes: { ...memory.votes, [signal]: memory.votes[signal] + 1, cast },
    state: memory.state === "candidate" && isPositive ? "verified" : memory.state,
    // A vote that was queued arrives after later changes.
    updatedAt: laterOf(memory.updatedAt, at),
  };
}
