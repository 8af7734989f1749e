/** Whether a sub-agent may change the repository. */
export type Mode = "reads" | "writes";

/** What is asked of an agent's command line. */
export interface AgentAsk {
  readonly mode: Mode;
  readonly prompt: string;
  readonly folder: string;
  /** Empty means the agent's own choice. */
  readonly model: string;
  /** Most US dollars; 0 means no limit. */
  readonly maxCost: number;
  /** Words that the person adds to every command line of the agent. */
  readonly extraArgs: readonly string[];
  /** Flags that the installed version knows, out of `Adapter.features`. */
  readonly features: ReadonlySet<string>;
}

/** One command line. `{run}` in arguments and environment stands for the run's private folder, which holds `files`. */
export interface AgentPlan {
  readonly args: readonly string[];
  readonly input?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly files?: Readonly<Record<string, string>>;
}

export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** US dollars; 0 where the agent does not say. */
  readonly cost: number;
}

export interface AgentOutcome {
  /** Absent when the agent gave none: then it failed, whatever its exit code says. */
  readonly answer?: string;
  readonly error?: string;
  readonly isSignedOut?: boolean;
  readonly model?: string;
  readonly usage: Usage;
}

/** What one line of output means while the run goes on. */
export type AgentEvent =
  | { readonly kind: "step"; readonly text: string }
  /** The agent told us of a power that it must not have: the run is ended. */
  | { readonly kind: "overstep"; readonly text: string };

export interface AgentParser {
  line(text: string): AgentEvent | undefined;
  /** What was used so far. */
  usage(): Usage;
  end(exit: { code: number | null; stderr: string }): AgentOutcome;
}

/** How one agent is driven: data, a command line and a reader of its output. The host does everything else. */
export interface Adapter {
  readonly name: string;
  readonly title: string;
  readonly command: string;
  readonly install: string;
  /** Flags to look for in its help; newer versions have more of them. */
  readonly features: readonly string[];
  /** What prints that help, when `--help` alone does not. */
  readonly help?: readonly string[];
  /** Variables it signs in and is configured with, beyond those that every program gets. */
  readonly environment: readonly string[];
  /** Where it keeps its own settings and sign-in, below the home folder. */
  readonly homeShown: readonly string[];
  /** It confines itself by the operating system; a sandbox around its own would break it. */
  readonly sandboxesItself: boolean;
  /** What keeps it from writing when it only reads, in words. */
  readonly readOnlyBy: string;
  plan(ask: AgentAsk): AgentPlan;
  openParser(mode: Mode): AgentParser;
}

export const noUsage: Usage = { inputTokens: 0, outputTokens: 0, cost: 0 };
