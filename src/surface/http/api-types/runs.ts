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
