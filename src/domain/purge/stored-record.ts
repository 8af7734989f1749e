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
  /** Whether it names the person, who did not write it. */
  mentions?(person: string): boolean;
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
  /** Its records name no person, so none are read for one. */
  readonly isAnonymous?: true;
  records(call: Call): AsyncIterable<StoredRecord>;
  /**
   * Deletes them with everything derived from them and returns how many it deleted; of a person, what others recorded
   * too stays, without the person's name.
   */
  remove(call: Call, ids: readonly string[], person?: string): Promise<number>;
  /** Removes a person's name from records of others. */
  removeMentions?(call: Call, ids: readonly string[], person: string): Promise<void>;
}
