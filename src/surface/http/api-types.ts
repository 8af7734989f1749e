/**
 * What the page and the server say to each other. Types alone, and nothing imported: the page may import this file
 * and no other of the server.
 */

export interface ApiError {
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly details?: Readonly<Record<string, unknown>>;
  };
}

/** A project that sessions, memories or shared files belong to. */
export interface ProjectRow {
  readonly id: string;
  readonly name: string;
  /** Where it was last worked on; calls about its shared files name this folder. */
  readonly folder: string;
  readonly sessions: number;
  readonly lastAt: string;
}

export interface SessionRow {
  readonly id: string;
  readonly agent: string;
  readonly project: string;
  readonly title: string;
  readonly branch: string;
  readonly model: string;
  readonly parent: string;
  readonly startedAt: string;
  readonly endedAt: string;
  readonly exchanges: number;
  readonly tokensIn: number;
  readonly tokensOut: number;
}

export interface SessionPage {
  readonly sessions: readonly SessionRow[];
  readonly total: number;
}

export type ReplayEvent =
  | {
      readonly kind: "prompt" | "answer" | "summary";
      /** The same as the key of the exchange that a prompt begins. */
      readonly key: string;
      readonly at: string;
      readonly text: string;
    }
  | {
      readonly kind: "call";
      readonly at: string;
      readonly tool: string;
      readonly input: Readonly<Record<string, unknown>>;
      /** What came of it; absent while it runs or when the transcript broke off. */
      readonly result?: ReplayResult;
    };

export interface ReplayResult {
  readonly text: string;
  readonly ok: boolean;
  readonly exitCode?: number;
  readonly durationMs?: number;
  /** Names the whole text where `text` is only its beginning. */
  readonly whole?: string;
}

export interface ReplayTurn {
  readonly turn: number;
  readonly events: readonly ReplayEvent[];
}

export interface Replay {
  readonly session: SessionRow & { readonly folder: string };
  readonly turns: readonly ReplayTurn[];
  readonly totalTurns: number;
  /** Dollars, where the person named the model's price. */
  readonly cost?: number;
}

export interface DayActivity {
  /** YYYY-MM-DD. */
  readonly day: string;
  readonly agent: string;
  readonly sessions: number;
  readonly exchanges: number;
  readonly tokens: number;
}

export interface OpenWork {
  readonly project: string;
  readonly folder: string;
  readonly task: string;
  readonly blockers: readonly string[];
  readonly updatedAt: string;
}

export interface ReviewItem {
  readonly kind: "memory" | "proposal" | "conflict";
  readonly project: string;
  readonly folder: string;
  readonly count: number;
  readonly title: string;
}

export interface HomeSummary {
  readonly totals: {
    readonly sessions: number;
    readonly exchanges: number;
    readonly projects: number;
    readonly memories: number;
    readonly documents: number;
  };
  readonly work: readonly OpenWork[];
  readonly review: readonly ReviewItem[];
  readonly digest: readonly ProjectNews[];
}

/** What happened in a project lately. */
export interface ProjectNews {
  readonly project: string;
  readonly sessions: number;
  readonly done: readonly string[];
  readonly decided: readonly string[];
  readonly open: readonly string[];
}

export interface FoundDocument {
  readonly id: string;
  readonly kind: string;
  readonly project: string;
  readonly session: string;
  readonly at: string;
  readonly title: string;
  readonly files: readonly string[];
  readonly tags: readonly string[];
  readonly confidence: number;
  readonly agent?: string;
  /** What it was made from: a file, a session, a row. */
  readonly source: string;
  /** The beginning of its text. */
  readonly body: string;
  readonly score: number;
  readonly snippet: { readonly text: string; readonly marks: readonly (readonly [number, number])[] };
  readonly why?: Readonly<Record<string, unknown>>;
}

export interface SearchResults {
  readonly hits: readonly FoundDocument[];
  readonly found: number;
  readonly searched: number;
  readonly notice?: string;
}

export interface ReceiptRow {
  readonly at: string;
  readonly agent: string;
  readonly session: string;
  readonly event: string;
  readonly folder: string;
  readonly tokens: number;
  readonly text: string;
}

export interface ReceiptList {
  readonly receipts: readonly ReceiptRow[];
  readonly tokens: number;
}

export interface SettingRow {
  readonly name: string;
  readonly value: unknown;
  readonly default: unknown;
  readonly about: string;
  /** Which values fit, in words. */
  readonly shape: string;
  readonly origin: string;
  readonly where: string;
  /** Whether the page may change it. */
  readonly editable: boolean;
}

export interface SettingList {
  readonly file: string;
  readonly settings: readonly SettingRow[];
}

export interface FindingRow {
  readonly check: string;
  readonly status: "ok" | "warning" | "failure";
  readonly message: string;
  readonly fixable: boolean;
}

export interface DoctorReport {
  readonly findings: readonly FindingRow[];
}

export interface Welcome {
  readonly version: string;
  /** The folder that the server was started in. */
  readonly folder: string;
  readonly projects: readonly ProjectRow[];
}
