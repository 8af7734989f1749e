import { field, type RecordOf, recordTable } from "../record-table.js";
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

export const memoryTable = recordTable("memories", {
  id: "text",
  project: "text",
  title: "text",
  content: "text",
  outcome: field<Outcome>("text"),
  confidence: "number",
  tags: field<readonly string[]>("json"),
  state: field<MemoryState>("text"),
  source: field<MemorySource>("text"),
  author: "text",
  anchors: field<readonly Anchor[]>("json"),
  evidence: field<readonly Evidence[]>("json"),
  votes: field<Votes>("json"),
  /** What stops an agent that is about to act against it; none where nobody proposed any. */
  guards: field<readonly Guard[] | null | undefined>("json"),
  /** Id of the memory this one replaces, or empty. */
  supersedes: "text",
  supersededBy: "text",
  /** Why it supersedes the other one. */
  reason: "text",
  /** Equal for the same text, ignoring case and punctuation. */
  contentKey: "text",
  createdAt: "text",
  updatedAt: "text",
});

/** A lesson: something that worked or failed, with a confidence. */
export type Memory = RecordOf<typeof memoryTable>;

/** In place of a project: what holds for the person in every project. */
export const personScope = "@person";

/** The scope of the search document of a memory that was superseded or rejected. */
export const pastScope = "past";

/** Neither replaced nor found wrong nor only heard. */
export const isCurrent = ({ state }: Pick<Memory, "state">): boolean => state === "candidate" || state === "verified";
