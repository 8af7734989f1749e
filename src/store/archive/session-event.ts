interface EventBase {
  /** Equal when the same event is read twice; the last version wins. */
  readonly key: string;
  readonly at: string;
}

export interface CallEvent extends EventBase {
  readonly kind: "call";
  /** Joins a call with its result. */
  readonly call: string;
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
}

export interface ResultEvent extends EventBase {
  readonly kind: "result";
  readonly call: string;
  readonly text: string;
  readonly ok: boolean;
  readonly exitCode?: number | undefined;
  readonly durationMs?: number | undefined;
  /** The key of the full text, when it is too long to store here. */
  readonly blob?: string;
}

export interface TextEvent extends EventBase {
  /** A person's prompt, an agent's message, or the summary of a compaction. */
  readonly kind: "prompt" | "answer" | "summary";
  readonly text: string;
}

/** An event of a session, in the same form for every agent. */
export type SessionEvent = TextEvent | CallEvent | ResultEvent;

/** Metadata of the whole session; later lines add to it. */
export interface SessionMetadata {
  readonly sessionId?: string;
  readonly parent?: string;
  readonly folder?: string;
  readonly branch?: string;
  readonly model?: string;
  readonly title?: string;
  readonly version?: string;
  readonly tokensIn?: number;
  readonly tokensOut?: number;
}
