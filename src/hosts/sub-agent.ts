/** Whether a sub-agent may change the repository. */
export type Mode = "reads" | "writes";

/** Options that an agent's command line is built from. */
export interface PlanOptions {
  readonly mode: Mode;
  readonly prompt: string;
  readonly folder: string;
  /** Empty selects the agent's default. */
  readonly model: string;
  /** Maximum in US dollars; 0 means no limit. */
  readonly maxCost: number;
  /** Arguments that the user adds to every command line of the agent. */
  readonly extraArgs: readonly string[];
  /** Flags that the installed version supports, out of `SubAgent.features`. */
  readonly features: ReadonlySet<string>;
}

/** One command line. `{run}` in arguments and environment is replaced by the run's private folder, which contains `files`. */
export interface AgentPlan {
  readonly args: readonly string[];
  readonly input?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly files?: Readonly<Record<string, string>>;
}

export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** US dollars; 0 if the agent does not report it. */
  readonly cost: number;
}

export interface AgentOutcome {
  /** Absent if there is none: then the run failed, whatever the exit code. */
  readonly answer?: string;
  readonly error?: string;
  readonly isSignedOut?: boolean;
  readonly model?: string;
  readonly usage: Usage;
}

/** What one line of output means while the agent runs. */
export type AgentEvent =
  | { readonly kind: "step"; readonly text: string }
  /** The agent reported a tool that it must not have: the run is stopped. */
  | { readonly kind: "violation"; readonly text: string };

export interface AgentParser {
  line(text: string): AgentEvent | undefined;
  /** Usage so far. */
  usage(): Usage;
  end(exit: { code: number | null; stderr: string }): AgentOutcome;
}

/** How an agent runs as a sub-agent: a command line and a parser of its output. `runAgent` does everything else. */
export interface SubAgent {
  /** Value of the setting `agent.type`, if it is not the host's id. */
  readonly name?: string;
  readonly install: string;
  /** Flags to look for in its help; newer versions have more of them. */
  readonly features: readonly string[];
  /** Arguments that print that help, if not `--help`. */
  readonly help?: readonly string[];
  /** Variables for its credentials and configuration, in addition to those that every program receives. */
  readonly environment: readonly string[];
  /** Its own settings and credentials, relative to the home folder. */
  readonly homePaths: readonly string[];
  /** Variables that name its own folders, if set. */
  readonly folderVariables?: readonly string[];
  /**
   * How it limits its own writes. A `sandbox` is one of the operating system, which does not start inside another one.
   * `permissions` cover its tools, but not what a shell does when it may change files.
   */
  readonly ownLimits: Readonly<Record<Mode, "sandbox" | "permissions" | "none">>;
  /** Description of what prevents writes in read-only runs. */
  readonly readOnlyBy: string;
  plan(options: PlanOptions): AgentPlan;
  openParser(mode: Mode): AgentParser;
}

export const noUsage: Usage = { inputTokens: 0, outputTokens: 0, cost: 0 };

export const addUsage = (one: Usage, other: Usage): Usage => ({
  inputTokens: one.inputTokens + other.inputTokens,
  outputTokens: one.outputTokens + other.outputTokens,
  cost: one.cost + other.cost,
});

/** For agents without machine-readable output: what they print is the answer. */
export function openPlainParser(): AgentParser {
  const lines: string[] = [];
  let room = 4_194_304;
  return {
    line(text) {
      room -= text.length;
      if (room > 0) lines.push(text);
      return undefined;
    },
    usage: () => noUsage,
    end({ code, stderr }) {
      const answer = lines.join("\n").trim();
      if (code === 0 && answer !== "") return { answer, usage: noUsage };
      return { error: stderr || answer.slice(-500) || `it ended with exit code ${code}`, usage: noUsage };
    },
  };
}
