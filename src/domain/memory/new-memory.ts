import type { Anchor, Memory } from "../../store/memory/memory.js";
import { initialConfidence } from "./confidence.js";
import type { Lesson } from "./lesson.js";
import { contentKey } from "./text-similarity.js";

/** How many of its evidences and votes a memory keeps, the last ones. */
export const maxKeptVotes = 50;

interface Circumstances {
  readonly id: string;
  readonly at: string;
  readonly author: string;
  readonly anchors: readonly Anchor[];
}

/** A lesson as it is kept when nobody has judged it yet. */
export function newMemory(lesson: Lesson, { id, at, author, anchors }: Circumstances): Memory {
  const { project, title, content, outcome, tags, source = "explicit", from } = lesson;
  return {
    ...{ id, project, title, content, outcome, source, author, anchors },
    confidence: initialConfidence,
    tags: [...new Set(tags)],
    state: "candidate",
    evidence: [{ at, author, title, ...(from === undefined ? {} : { from }) }],
    votes: { helpful: 0, unhelpful: 0, succeeded: 0, failed: 0 },
    ...{ supersedes: "", supersededBy: "", reason: "" },
    contentKey: contentKey(title, content),
    ...{ createdAt: at, updatedAt: at },
  };
}

/** `known` with a new memory that says the same as further evidence. */
export const withEvidence = (known: Memory, same: Memory): Memory => ({
  ...known,
  tags: [...new Set([...known.tags, ...same.tags])],
  source: same.source === "explicit" ? "explicit" : known.source,
  evidence: [...known.evidence, ...same.evidence].slice(-maxKeptVotes),
  updatedAt: same.createdAt,
});
