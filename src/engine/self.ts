export interface SelfRun {
  readonly exitCode: number;
  readonly output: string;
  readonly ms: number;
}

/** A program as an agent starts it. */
export interface Start {
  readonly words: readonly string[];
  /** Whether the first word is a line for the system's shell. */
  readonly isShellLine: boolean;
  readonly input: string;
  readonly folder: string;
  /** Added to the little that every agent passes on: the home, the PATH, and what the system itself needs. */
  readonly env: Readonly<Record<string, string>>;
}

/** Starts this program as an agent would. */
export interface Self {
  /** The words that start it. */
  readonly command: readonly string[];
  start(args: readonly string[], input: string): Promise<SelfRun>;
  /** Starts any words with hardly any environment: what works here works from every agent. */
  startAsAgent(start: Start): Promise<SelfRun>;
}
