/** A program to run, with everything it may see. */
export interface ProcessRequest {
  /** The run's id in the marker of all its processes, so that none is left running. */
  readonly id: string;
  readonly file: string;
  readonly args: readonly string[];
  readonly folder: string;
  /** The whole environment; only the marker is added. */
  readonly environment: Readonly<Record<string, string>>;
  /** Written to its standard input, which is then closed; without it, it is closed from the start. */
  readonly input?: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  output(stream: "stdout" | "stderr", chunk: Uint8Array): void;
}

export type ProcessEnd =
  | { readonly kind: "exited"; readonly code: number | null; readonly signal: string | null }
  | { readonly kind: "timeout" }
  | { readonly kind: "cancelled" }
  | { readonly kind: "unstartable"; readonly reason: "missing" | "denied" | "other"; readonly message: string };

export interface ResolvedCommand {
  readonly path: string;
  /** The path with symbolic links resolved. */
  readonly realPath: string;
  /** Changes when the program is replaced. */
  readonly stamp: string;
}

/** Starts programs in process groups of their own. Whatever a run started has ended when `run` returns. */
export interface AgentProcess {
  run(request: ProcessRequest): Promise<ProcessEnd>;
  find(command: string): Promise<ResolvedCommand | undefined>;
  /** Our own environment, reduced to the allowed names; `LC_*` and `*_LOG` match every name with that prefix or suffix. */
  environment(allowed: readonly string[]): Record<string, string>;
  /** Whether this process descends from one of our sub-agents. */
  isInsideAgent(): Promise<boolean>;
  /** A folder that only the user can read, for the files of one run. */
  openFolder(id: string, files: Readonly<Record<string, string>>): Promise<RunFolder>;
  /** Ends every run. */
  stopAll(): Promise<void>;
}

export interface RunFolder {
  readonly path: string;
  remove(): Promise<void>;
}
