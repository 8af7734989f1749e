import type { Receipt } from "../../../domain/receipts/receipt.js";
import type { ResultEvent } from "../../../store/archive/session-event.js";
import type { SessionRow } from "./sessions.js";
import type { RecordLink } from "./shared.js";

export type ReplayEvent =
  | {
      readonly kind: "prompt" | "answer" | "summary";
      /** For a prompt, the key of the exchange that it starts. */
      readonly key: string;
      readonly at: string;
      readonly text: string;
    }
  | {
      readonly kind: "call";
      readonly at: string;
      readonly tool: string;
      readonly input: Readonly<Record<string, unknown>>;
      /** Absent while the call runs or when the transcript is truncated. */
      readonly result?: ReplayResult;
    };

export interface ReplayResult extends Pick<ResultEvent, "text" | "ok" | "exitCode" | "durationMs"> {
  /** Id of the full text when `text` is only its beginning. */
  readonly whole?: string;
}

export interface ReplayTurn {
  readonly turn: number;
  readonly events: readonly ReplayEvent[];
}

/** One line of a session's outline. */
export interface OutlineRow {
  readonly turn: number;
  readonly at: string;
  /** The beginning of the prompt. */
  readonly prompt: string;
  readonly calls: number;
  readonly failures: number;
  readonly edits: number;
}

export interface TurnPage {
  readonly turns: readonly ReplayTurn[];
  readonly total: number;
}

export interface Replay {
  readonly session: SessionRow & { readonly folder: string };
  readonly turns: readonly ReplayTurn[];
  readonly totalTurns: number;
  readonly outline: readonly OutlineRow[];
  /** The turn that has the requested key. */
  readonly targetTurn?: number;
  /** What hooks injected, oldest first, and the memories in it. */
  readonly received: readonly (ReceiptRow & { readonly memories: readonly RecordLink[] })[];
  /** Memories and fixes that come from this session. */
  readonly learned: readonly RecordLink[];
  /** US dollars, if `archive.prices` has the model. */
  readonly cost?: number;
}

export type ReceiptRow = Omit<Receipt, "result" | "reason">;

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
  readonly memories: readonly {
    readonly id: string;
    readonly title: string;
    readonly sessions: number;
    readonly followed: number;
    readonly contradicted: number;
  }[];
}

export interface ReceiptList {
  readonly receipts: readonly ReceiptRow[];
  readonly tokens: number;
}
