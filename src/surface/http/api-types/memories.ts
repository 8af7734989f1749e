import type { Guard } from "../../../store/memory/guard.js";
import type { Memory, MemoryState, Votes } from "../../../store/memory/memory.js";
import type { Reception } from "./replay.js";

export type { MemoryState };

type Shown =
  | "id"
  | "project"
  | "title"
  | "content"
  | "outcome"
  | "confidence"
  | "tags"
  | "state"
  | "createdAt"
  | "updatedAt";

export interface MemoryRow extends Pick<Memory, Shown> {
  readonly projectName: string;
  readonly source: string;
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

export interface MemoryVersion extends MemoryRow {
  readonly votes: Votes;
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

/** A guard in plain words. */
export interface MemoryGuard extends Guard {
  readonly about: string;
}

/** A line of a convention, and what stops an agent that is about to act against it. */
export interface RuleDetail {
  readonly id: string;
  readonly title: string;
  readonly content: string;
  readonly source: string;
  readonly guards: readonly MemoryGuard[];
}

export interface MemoryDetail
  extends MemoryVersion,
    Pick<Memory, "author" | "reason" | "supersedes" | "supersededBy" | "evidence"> {
  readonly anchors: readonly string[];
  /** What stops an agent that is about to act against it, in plain words. */
  readonly guards: readonly MemoryGuard[];
  /** Names of projects that have the same rule, if it may hold everywhere. */
  readonly offeredIn: readonly string[];
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
