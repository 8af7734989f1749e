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
