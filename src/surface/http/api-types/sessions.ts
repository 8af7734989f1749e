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
