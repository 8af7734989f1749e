import type { Guard } from "./guard.js";

export type Outcome = "success" | "failure";

/**
 * The lifecycle of a memory: heard (a sentence of a session, never given), written by someone who understood it,
 * confirmed, replaced by another, or found wrong.
 */
export const memoryStates = ["heard", "candidate", "verified", "superseded", "rejected"] as const;
export type MemoryState = (typeof memoryStates)[number];

/** Recorded by a person or an agent, distilled from a session by a model, or imported from another store. */
export type MemorySource = "explicit" | "distilled" | "imported";

/** A file, or a symbol in one (`src/pool.ts#openPool`), with a digest from when the memory was last confirmed. */
export interface Anchor {
  readonly name: string;
  /** Empty when there was no such file or symbol. */
  readonly digest: string;
}

/** One occasion on which it was recorded. */
export interface Evidence {
  readonly at: string;
  readonly author: string;
  readonly title: string;
  /** Its source: a session, a file, a record of another system, or a memory. */
  readonly from?: string;
  /** Key of the exchange in that session. */
  readonly exchange?: string;
  /** Words of the source that it rests on. */
  readonly quote?: string;
}

/** One vote, and the confidence after it. */
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

/** A lesson: something that worked or failed, with a confidence. */
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
  /** What stops an agent that is about to act against it; none where nobody proposed any. */
  readonly guards?: readonly Guard[] | null;
  /** Id of the memory this one replaces, or empty. */
  readonly supersedes: string;
  readonly supersededBy: string;
  /** Why it supersedes the other one. */
  readonly reason: string;
  /** Equal for the same text, ignoring case and punctuation. */
  readonly contentKey: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** In place of a project: what holds for the person in every project. */
export const personScope = "@person";

/** The scope of the search document of a memory that was superseded or rejected. */
export const pastScope = "past";

/** Neither replaced nor found wrong nor only heard. */
export const isCurrent = ({ state }: Pick<Memory, "state">): boolean => state === "candidate" || state === "verified";
