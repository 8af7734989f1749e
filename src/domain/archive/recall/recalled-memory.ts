import type { StatementKind } from "../../../store/archive/exchange.js";
import type { Call } from "../../call.js";

/** A memory as an agent receives it. */
export interface RecalledMemory {
  readonly id: string;
  readonly text: string;
  /** What it states, if sessions did; undefined if it was recorded on purpose. */
  readonly about: StatementKind | undefined;
  /** Day on which it was recorded. */
  readonly day: string;
  /** Whether a person recorded it on purpose or it proved right. */
  readonly isTrusted: boolean;
  /** Files that it speaks of and that changed since. */
  readonly stale: readonly string[];
  readonly files: readonly string[];
}

/** The memories of the project that a call works in. */
export interface MemoryRecall {
  /** Recorded on purpose, verified or confirmed, the newest first. */
  trusted(call: Call): Promise<RecalledMemory[]>;
  /** Those that answer a prompt, the best first. */
  relevant(call: Call, prompt: string, limit: number): Promise<RecalledMemory[]>;
  /** Texts that a person rejected or that were replaced. */
  retired(call: Call): Promise<ReadonlySet<string>>;
}
