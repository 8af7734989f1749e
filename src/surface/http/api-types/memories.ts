import type { Reception } from "./replay.js";

export type MemoryState = "heard" | "candidate" | "verified" | "superseded" | "rejected";

export interface MemoryRow {
  readonly id: string;
  readonly project: string;
  readonly projectName: string;
  readonly title: string;
  readonly content: string;
  readonly outcome: "success" | "failure";
  readonly confidence: number;
  readonly tags: readonly string[];
  readonly state: MemoryState;
  readonly source: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly evidenceCount: number;
  /** Files or symbols that changed since it was recorded or last confirmed. */
  readonly stale: readonly string[];
}

export interface MemoryPage {
  readonly memories: readonly MemoryRow[];
  readonly total: number;
}

export interface MemoryTallies {
  readonly states: Readonly<Record<string, number>>;
  readonly projects: readonly { readonly project: string; readonly name: string; readonly count: number }[];
}

export interface MemoryVotes {
  readonly helpful: number;
  readonly unhelpful: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly cast?: readonly {
    readonly at: string;
    readonly by: string;
    readonly signal: string;
    readonly confidence: number;
  }[];
}

export interface MemoryVersion extends MemoryRow {
  readonly votes: MemoryVotes;
}

export interface SimilarMemory extends MemoryRow {
  /** Share of words in common, 0 to 1. */
  readonly similarity: number;
}

export interface DistillingCost {
  readonly model: string;
  readonly tokens: number;
  /** US dollars; 0 if unknown. */
  readonly cost: number;
  /** How many lessons the same reading wrote. */
  readonly lessons: number;
}

export interface MemoryDetail extends MemoryVersion {
  readonly author: string;
  readonly reason: string;
  readonly supersedes: string;
  readonly supersededBy: string;
  readonly anchors: readonly string[];
  readonly evidence: readonly {
    readonly at: string;
    readonly author: string;
    readonly title: string;
    readonly from?: string;
    /** Words of the source. */
    readonly quote?: string;
  }[];
  /** What the model's reading cost that wrote it. */
  readonly distilled?: DistillingCost;
  /** The versions that it superseded, newest first. */
  readonly history: readonly MemoryVersion[];
  readonly similar: readonly SimilarMemory[];
  /** The sessions that received it in the last two weeks, newest first. */
  readonly received: readonly Reception[];
}

/** The mean confidence of all current memories at the end of a day. */
export interface ConfidenceDay {
  /** YYYY-MM-DD. */
  readonly day: string;
  readonly confidence: number;
  readonly memories: number;
}
