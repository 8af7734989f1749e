/** What a program inside the sandbox may see and change. The rest of the disk is readable, except secrets. */
export interface SandboxPlan {
  /** `agent` hides the home folder except `homeShown`; `command` shows it without secrets. */
  readonly kind: "agent" | "command";
  readonly folder: string;
  /** Whether `folder` may be written. */
  readonly mayWrite: boolean;
  /** Other folders that may be written, such as the run's own. */
  readonly writable: readonly string[];
  /** Paths below the home folder that the agent keeps its own settings and sign-in in. */
  readonly homeShown: readonly string[];
  /** Files that stay visible in any folder: the program itself. */
  readonly programs: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

export interface SandboxVerdict {
  readonly works: boolean;
  readonly about: string;
}

/** Confinement by the operating system. */
export interface Sandbox {
  probe(): Promise<SandboxVerdict>;
  /** The command line that runs `file` inside. Call it only if `probe` reports that it works. */
  wrap(file: string, args: readonly string[], plan: SandboxPlan): Promise<{ file: string; args: string[] }>;
}
