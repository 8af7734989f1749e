/** The agents whose sessions are read. */
export const agents = ["claude-code", "codex", "gemini", "opencode", "cursor", "copilot"] as const;
export type Agent = (typeof agents)[number];

export const isAgent = (name: string): name is Agent => (agents as readonly string[]).includes(name);

interface EventFacts {
  /** The same event read twice has the same key; what was read last stands. */
  readonly key: string;
  readonly at: string;
}

export interface CallEvent extends EventFacts {
  readonly kind: "call";
  /** Joins a call with its result. */
  readonly call: string;
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
}

export interface ResultEvent extends EventFacts {
  readonly kind: "result";
  readonly call: string;
  readonly text: string;
  readonly ok: boolean;
  readonly exitCode?: number;
  readonly durationMs?: number;
  /** Where the whole text is kept when it was too long to stand here. */
  readonly blob?: string;
}

export interface TextEvent extends EventFacts {
  /** What a person asked, what the agent said, what a compaction left. */
  readonly kind: "prompt" | "answer" | "summary";
  readonly text: string;
}

/** What happened in a session, whichever agent wrote it down. */
export type SessionEvent = TextEvent | CallEvent | ResultEvent;

/** What a transcript tells about its session as a whole; later lines add to it. */
export interface SessionFacts {
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
