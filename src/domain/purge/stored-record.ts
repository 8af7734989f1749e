import type { Call } from "../call.js";

/** What kinds of records a person can purge or export. */
export const recordKinds = ["session", "memory", "fix", "checkpoint", "run"] as const;
export type RecordKind = (typeof recordKinds)[number];

/** A record of any family, as far as selecting it needs. */
export interface StoredRecord {
  readonly id: string;
  /** Every name of its project. */
  readonly projects: readonly string[];
  /** Who wrote it; empty where that is not recorded. */
  readonly people: readonly string[];
  /** When it was last changed, in ISO form. */
  readonly at: string;
  /** Read only if the selection is by text. */
  text(): Promise<string>;
  /** The whole record, for an export. */
  readonly value: unknown;
}

/** The records of one kind. */
export interface RecordSource {
  readonly kind: RecordKind;
  records(call: Call): AsyncIterable<StoredRecord>;
  /** Deletes them with everything derived from them. */
  remove(call: Call, ids: readonly string[]): Promise<void>;
}
