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

export type MemoryState = "candidate" | "verified" | "superseded" | "rejected";

export interface MemoryRow {
  readonly id: string;
  readonly project: string;
  readonly projectName: string;
  readonly title: string;
  readonly content: string;
  readonly outcome: "success" | "failure";
  readonly confidence: number;
  readonly tags: readonly string[];
  readonly state: MemoryState;
  readonly source: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly evidenceCount: number;
  /** Files or symbols that changed since it was recorded or last confirmed. */
  readonly stale: readonly string[];
}

export interface MemoryPage {
  readonly memories: readonly MemoryRow[];
  readonly total: number;
}

export interface MemoryTallies {
  readonly states: Readonly<Record<string, number>>;
  readonly projects: readonly { readonly project: string; readonly name: string; readonly count: number }[];
}

export interface MemoryVotes {
  readonly helpful: number;
  readonly unhelpful: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly cast?: readonly {
    readonly at: string;
    readonly by: string;
    readonly signal: string;
    readonly confidence: number;
  }[];
}

export interface MemoryVersion extends MemoryRow {
  readonly votes: MemoryVotes;
}

export interface SimilarMemory extends MemoryRow {
  /** The share of words in common, 0 to 1. */
  readonly similarity: number;
}

export interface MemoryDetail extends MemoryVersion {
  readonly author: string;
  readonly reason: string;
  readonly supersedes: string;
  readonly supersededBy: string;
  readonly anchors: readonly string[];
  readonly evidence: readonly {
    readonly at: string;
    readonly author: string;
    readonly title: string;
    readonly from?: string;
  }[];
  /** What it replaced, newest first. */
  readonly history: readonly MemoryVersion[];
  readonly near: readonly SimilarMemory[];
}

export interface RemediationRow {
  readonly id: string;
  /** The tenant it was recorded for. */
  readonly owner: string;
  readonly scope: string;
  readonly project: string;
  readonly projectName: string;
  readonly category: string;
  readonly title: string;
  readonly problem: string;
  readonly symptoms: readonly string[];
  readonly rootCause: string;
  readonly solution: string;
  readonly failedAttempts: readonly string[];
  readonly verifiedBy: string;
  readonly codeDiff: string;
  readonly affectedFiles: readonly string[];
  readonly tags: readonly string[];
  readonly sessionId: string;
  readonly author: string;
  readonly confidence: number;
  readonly usageCount: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface RemediationPage {
  readonly remediations: readonly RemediationRow[];
  readonly total: number;
}

/** A folder whose shared files the page may show. */
export interface ContextPlace {
  readonly folder: string;
  readonly name: string;
  readonly hasStore: boolean;
  /** Files of a merge that wait for a person. */
  readonly conflicts: number;
}

export interface EntryRow {
  readonly key: string;
  readonly scope: string;
  /** The first line that says something. */
  readonly about: string;
  readonly author: string;
  readonly updatedAt: string;
}

export interface DecisionRow {
  readonly id: number;
  readonly title: string;
  readonly status: string;
  readonly date: string;
  readonly author: string;
  readonly scope: string;
}

export interface SkillProposal {
  readonly id: string;
  readonly agent: string;
  readonly rationale: string;
  readonly content: string;
  readonly status: string;
  readonly at: string;
}

export interface SkillRow {
  readonly name: string;
  readonly description: string;
  readonly scope: string;
  readonly content: string;
  readonly uses: number;
  readonly average: number;
  readonly needsAttention: boolean;
  readonly ratings: readonly {
    readonly agent: string;
    readonly rating: number;
    readonly comment: string;
    readonly at: string;
  }[];
  readonly proposals: readonly SkillProposal[];
}

export interface ContextOverview {
  readonly name: string;
  readonly folder: string;
  readonly knowledge: readonly EntryRow[];
  readonly conventions: readonly EntryRow[];
  readonly decisions: readonly DecisionRow[];
  /** Which decision took the place of which. */
  readonly links: readonly { readonly newer: number; readonly older: number }[];
  readonly skills: readonly SkillRow[];
}

export interface EntryVersion {
  readonly commit: string;
  readonly author: string;
  readonly date: string;
  readonly subject: string;
}

export interface RunRow {
  readonly subAgentId: string;
  readonly kind: string;
  readonly repo: string;
  readonly request: string;
  readonly status: string;
  readonly agent: string | null;
  readonly startedAt: string;
  readonly endedAt: string | null;
  readonly durationMs: number;
  readonly tokens: number;
  /** US dollars. */
  readonly cost: number;
  readonly error: string | null;
}

export interface RunPage {
  readonly runs: readonly RunRow[];
  readonly total: number;
}

export interface RunStatistics {
  readonly runs: number;
  readonly failed: number;
  readonly tokens: number;
  /** US dollars. */
  readonly cost: number;
  readonly queries: number;
  readonly cacheHits: number;
  readonly cacheEntries: number;
  readonly averageMs: number;
  /** Days on which something ran, the oldest first. */
  readonly days: readonly {
    readonly day: string;
    readonly cost: number;
    readonly tokens: number;
    readonly runs: number;
  }[];
}

export interface RunOutput {
  readonly text: string;
  /** False when only the end of it is here. */
  readonly isWhole: boolean;
}

export interface PatternRow {
  readonly kind: string;
  readonly pattern: string;
  readonly frequency: number;
  /** How often it went wrong. */
  readonly failures: number;
  readonly lastUsed: string;
  /** One that has it; empty when none is known. */
  readonly session: string;
}
