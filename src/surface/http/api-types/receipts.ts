export interface ReceiptRow {
  readonly at: string;
  readonly agent: string;
  readonly session: string;
  readonly event: string;
  readonly folder: string;
  readonly tokens: number;
  readonly text: string;
}

/** A session that received something, and when. */
export interface Reception {
  readonly session: string;
  readonly title: string;
  readonly agent: string;
  readonly at: string;
  readonly event: string;
}

/** What hooks injected in the last two weeks, and whether it helped. */
export interface RecallSummary {
  readonly sessions: number;
  readonly injections: number;
  readonly characters: number;
  readonly tokens: number;
  /** Votes of the same time. */
  readonly helped: number;
  readonly didNotHelp: number;
  /** The memories that most sessions received. */
  readonly memories: readonly { readonly id: string; readonly title: string; readonly sessions: number }[];
}

export interface ReceiptList {
  readonly receipts: readonly ReceiptRow[];
  readonly tokens: number;
}
