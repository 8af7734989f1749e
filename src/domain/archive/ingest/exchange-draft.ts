import type { ToolCallClass } from "../../../hosts/classify-tool-call.js";

/** A call within an exchange: what is needed to say what was done and how it went. */
export interface DraftCall extends ToolCallClass {
  readonly id: string;
  readonly tool: string;
  readonly at: string;
  /** Names for what it does to its files. */
  readonly edits: readonly string[];
  /** The changed lines, for a fix; absent where nothing was changed. */
  readonly diff?: string;
  /** The last text of the agent before it. */
  readonly intent: string;
  readonly own: boolean;
  ok?: boolean;
  exitCode?: number;
  output?: string;
}

/** An exchange while it grows. */
export interface ExchangeDraft {
  readonly key: string;
  readonly at: string;
  endedAt: string;
  question: string;
  /** By key, because some agents write a message again when they know more. */
  readonly answers: [key: string, text: string][];
  readonly calls: DraftCall[];
  /** A command that still failed when the person wrote the question, and what was done about it since. */
  readonly unresolved?: readonly DraftCall[];
}
