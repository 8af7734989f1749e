/** Something that waits for a person's decision. */
export interface InboxItem {
  readonly kind: "memory" | "stale" | "proposal" | "conflict";
  /** The memory, the skill, or the file in conflict. */
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly project: string;
  /** The repository of a proposal or conflict. */
  readonly folder: string;
  readonly at: string;
}

export interface Inbox {
  readonly items: readonly InboxItem[];
  readonly total: number;
}
