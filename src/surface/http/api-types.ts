/**
 * The types of the page's API. This file has no imports and no code; the page imports no other file of the server.
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
  /** The folder of its last session; calls about its shared files name it. */
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

export interface ReplayResult {
  readonly text: string;
  readonly ok: boolean;
  readonly exitCode?: number;
  readonly durationMs?: number;
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

/** The digest of a project for the last week. */
export interface ProjectNews {
  readonly project: string;
  readonly sessions: number;
  readonly done: readonly string[];
  readonly decided: readonly string[];
  readonly open: readonly string[];
}

export interface SearchHitRow {
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
  /** The file, session or row that it was indexed from. */
  readonly source: string;
  readonly score: number;
  readonly snippet: { readonly text: string; readonly marks: readonly (readonly [number, number])[] };
  readonly why?: HitExplanation;
  /** The beginning of the text, if the request asks for it. */
  readonly preview?: { readonly body: string; readonly reply: string };
}

/** Why a document was found. Scores are from 0 to 1 unless noted. */
export interface HitExplanation {
  /** BM25 times the share of the query that the document has. */
  readonly keywordMatch: number;
  /** Cosine similarity of the nearest passage; absent when it was not compared. */
  readonly similarity?: number;
  /** Product of the factors for age, confidence and period. */
  readonly quality: number;
  /** The matched terms of the query, and how many documents have each. */
  readonly terms: readonly { readonly token: string; readonly documents: number }[];
  /** Rank among the keyword results, from 1. */
  readonly keywordRank?: number;
  /** Rank among the semantic results, from 1. */
  readonly semanticRank?: number;
  readonly bm25: number;
  /** What matches close to each other add to the relevance. */
  readonly proximity: number;
  /** What related terms add to the relevance or take away in reranking. */
  readonly relatedTerms: number;
  readonly relevance: number;
  /** A rare term of the query that guarantees this hit. */
  readonly rareToken?: string;
}

export interface SearchResults {
  readonly hits: readonly SearchHitRow[];
  readonly found: number;
  readonly searched: number;
  readonly notice?: string;
}

/** A record that came out of a session, or that it received. */
export interface RecordLink {
  readonly kind: "memory" | "fix";
  readonly id: string;
  readonly title: string;
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

export interface SettingRow {
  readonly name: string;
  readonly value: unknown;
  readonly default: unknown;
  readonly about: string;
  /** A description of the valid values. */
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

/** What connecting the agents on this machine would change. */
export interface SetupPlan {
  readonly agents: readonly { readonly agent: string; readonly name: string; readonly afterwards: string }[];
  readonly files: readonly {
    readonly file: string;
    /** `none` if nothing changes. */
    readonly change: string;
    /** A unified diff. */
    readonly diff: string;
  }[];
}

export type SetupResult = Pick<SetupPlan, "agents">;

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
  /** Share of words in common, 0 to 1. */
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
  /** The versions that it superseded, newest first. */
  readonly history: readonly MemoryVersion[];
  readonly similar: readonly SimilarMemory[];
  /** The sessions that received it in the last two weeks, newest first. */
  readonly received: readonly Reception[];
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
export interface ContextRepository {
  readonly folder: string;
  readonly name: string;
  readonly hasStore: boolean;
  /** Number of files with unresolved conflicts. */
  readonly conflicts: number;
}

export interface EntryRow {
  readonly key: string;
  readonly scope: string;
  /** The first line with text. */
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
  /** Which decision supersedes which. */
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
  /** Days with runs, oldest first. */
  readonly days: readonly {
    readonly day: string;
    readonly cost: number;
    readonly tokens: number;
    readonly runs: number;
  }[];
}

export interface RunOutput {
  readonly text: string;
  /** False when `text` is only the end of the output. */
  readonly isWhole: boolean;
}

export interface PatternRow {
  readonly kind: string;
  readonly pattern: string;
  readonly frequency: number;
  /** How often it failed. */
  readonly failures: number;
  readonly lastUsed: string;
  /** An example session; empty when unknown. */
  readonly session: string;
}
