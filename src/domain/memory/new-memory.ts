import { laterOf } from "../../base/days.js";
import type { Anchor, Memory } from "../../store/memory/memory.js";
import { initialConfidence } from "./confidence.js";
import type { Lesson } from "./lesson.js";
import { contentKey } from "./text-similarity.js";

/** The number of latest evidence entries and votes that a memory keeps. */
export const maxVotes = 50;

interface RecordingFacts {
  readonly id: string;
  readonly at: string;
  readonly author: string;
  readonly anchors: readonly Anchor[];
}

/** A new memory of a lesson, without feedback. */
export function newMemory(lesson: Lesson, { id, at, author, anchors }: RecordingFacts): Memory {
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
