import type { Agents } from "../agents/agents.js";
import type { Confinement } from "../agents/confine.js";
import type { AgentDeps } from "../agents/run-agent.js";
import type { RunLog } from "../agents/run-log.js";
import type { Call } from "../call.js";
import type { BridgeDeps } from "./bridge-deps.js";
import type { ProjectPolicy } from "./command-policy.js";
import type { Projects } from "./projects.js";
import type { RepositoryFacts } from "./repository-facts.js";
import type { WriteLocks } from "./write-locks.js";

/** What questions, tasks, commands and views of runs share. */
export interface BridgeParts extends BridgeDeps, Pick<AgentDeps, "transcripts"> {
  readonly projects: Projects;
  readonly facts: RepositoryFacts;
  readonly runs: RunLog;
  readonly agents: Agents;
  readonly locks: WriteLocks;
  readPolicy(call: Call, project: string): Promise<ProjectPolicy>;
}

/** What a caller says about a run in a repository. */
export interface RunRequest {
  readonly repo: string;
  readonly project?: string | undefined;
  readonly timeoutMs?: number | undefined;
}

/** What the answer of every run has. */
export interface RunAnswer extends Confinement {
  /** It ran to its end. */
  readonly success: true;
  readonly repo: string;
  /** Milliseconds; 0 for a cached answer. */
  readonly executionTime: number;
  readonly subAgentId: string;
}

/** Reports steps of a call. MCP requires that progress grows with every message of a call. */
export function progressReporter(call: Call): (message: string) => void {
  let step = 0;
  return (message) => call.progress(++step, undefined, message);
}
