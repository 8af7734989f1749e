export type Outcome = "success" | "failure";

/** How far a memory has come: noted, proven, replaced by another, or found wrong. */
export const memoryStates = ["candidate", "verified", "superseded", "rejected"] as const;
export type MemoryState = (typeof memoryStates)[number];

/** Who made it: somebody who meant to, the product from a session, or another store. */
export type MemorySource = "explicit" | "distilled" | "imported";

/** A file, or a symbol in one (`src/pool.ts#openPool`), and what it looked like when the memory was last confirmed. */
export interface Anchor {
  readonly name: string;
  /** Empty when there was no such file or symbol. */
  readonly digest: string;
}

/** One time that somebody said it. */
export interface Evidence {
  readonly at: string;
  readonly author: string;
  readonly title: string;
  /** The file, the other system's record, or the memory that it was taken from. */
  readonly from?: string;
}

/** One vote, and how far the memory was trusted after it. */
export interface CastVote {
  readonly at: string;
  readonly by: string;
  readonly signal: "helpful" | "unhelpful" | "succeeded" | "failed";
  readonly confidence: number;
}

export interface Votes {
  readonly helpful: number;
  readonly unhelpful: number;
  readonly succeeded: number;
  readonly failed: number;
  /** The last ones, oldest first; absent where they were only counted. */
  readonly cast?: readonly CastVote[];
}

/** A lesson: something that worked or failed, and how far it is trusted. */
export interface Memory {
  readonly id: string;
  readonly project: string;
  readonly title: string;
  readonly content: string;
  readonly outcome: Outcome;
  readonly confidence: number;
  readonly tags: readonly string[];
  readonly state: MemoryState;
  readonly source: MemorySource;
  readonly author: string;
  readonly anchors: readonly Anchor[];
  readonly evidence: readonly Evidence[];
  readonly votes: Votes;
  /** Id of the memory this one replaces, or empty. */
  readonly supersedes: string;
  readonly supersededBy: string;
  /** Why it came to replace the other one. */
  readonly reason: string;
  /** Equal for texts that say the same in the same words. */
  readonly contentKey: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Neither replaced nor found wrong. */
export const isCurrent = ({ state }: Pick<Memory, "state">): boolean => state === "candidate" || state === "verified";
