export interface SelfRun {
  readonly exitCode: number;
  readonly output: string;
  readonly ms: number;
}

/** A program as an agent starts it. */
export interface StartRequest {
  readonly words: readonly string[];
  /** Whether the first word is a line for the system's shell. */
  readonly isShellLine: boolean;
  readonly input: string;
  readonly folder: string;
  /** Added to the few variables that every agent passes on: the home, the PATH, and those that the system needs. */
  readonly env: Readonly<Record<string, string>>;
}

/** Starts this program as an agent would. */
export interface Self {
  /** The command line that starts it. */
  readonly command: readonly string[];
  start(args: readonly string[], input: string): Promise<SelfRun>;
  /** Starts any command with a minimal environment: what works here works from every agent. */
  startAsAgent(start: StartRequest): Promise<SelfRun>;
}
