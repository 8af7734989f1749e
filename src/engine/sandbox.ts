/** What a program inside the sandbox may see and change. The rest of the disk is readable, without secrets. */
export interface SandboxPlan {
  /** `agent` hides the home folder except for `homePaths`; `command` shows it, without its secrets. */
  readonly kind: "agent" | "command";
  readonly folder: string;
  /** Whether `folder` may be written. An agent still cannot change git's hooks and configuration. */
  readonly mayWrite: boolean;
  /** Further paths that may be written, such as the run's own folder. */
  readonly writable: readonly string[];
  /** The agent's own settings and credentials, relative to the home folder. */
  readonly homePaths: readonly string[];
  /** Files that stay visible in any folder: the program itself. */
  readonly programs: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

/** One mount of a sandbox: a private empty folder, a readable or writable part of the disk, or a file without content. */
export interface SandboxMount {
  readonly kind: "empty" | "read" | "write" | "blank";
  readonly path: string;
}

/** How the operating system confines a program. */
export type SandboxLayer = "bubblewrap" | "namespaces";

export type SandboxVerdict =
  | { readonly works: true; readonly layer: SandboxLayer; readonly about: string }
  | { readonly works: false; readonly about: string };

/** Confinement by the operating system. */
export interface Sandbox {
  probe(): Promise<SandboxVerdict>;
  /** The command line that runs `file` inside. Only if `probe` reports that it works. */
  wrap(file: string, args: readonly string[], plan: SandboxPlan): Promise<{ file: string; args: string[] }>;
}
