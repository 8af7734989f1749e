export interface SelfRun {
  readonly exitCode: number;
  readonly output: string;
  readonly ms: number;
}

/** This program, started again as somebody else would. */
export interface Self {
  /** The words that start it. */
  readonly command: readonly string[];
  start(args: readonly string[], input: string): Promise<SelfRun>;
}
