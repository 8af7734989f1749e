/** Something that waits for a person's decision. */
export interface InboxItem {
  readonly kind:
    | "memory"
    | "stale"
    | "guard"
    | "everywhere"
    | "doubted"
    | "proposal"
    | "conflict"
    | "outdated"
    | "secret";
  /** The memory, the skill, the file in conflict, or `type/key` of a shared entry. */
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly project: string;
  /** The repository of a shared file. */
  readonly folder: string;
  readonly at: string;
}

export interface Inbox {
  readonly items: readonly InboxItem[];
  readonly total: number;
}

/** A shared entry that may be out of date or contains a secret. */
export interface EntryReview {
  readonly type: "knowledge" | "convention" | "decision" | "skill";
  readonly key: string;
  readonly title: string;
  /** Without its secrets. */
  readonly text: string;
  /** Paths that it is about and that changed since it was verified. */
  readonly stale: readonly string[];
  readonly hasSecret: boolean;
}
