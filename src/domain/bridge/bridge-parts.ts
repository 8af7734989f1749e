import type { TranscriptStore } from "../../store/bridge/transcript-store.js";
import type { Agents } from "../agents/agents.js";
import type { RunLog } from "../agents/run-log.js";
import type { Call } from "../call.js";
import type { BridgeDeps } from "./bridge-deps.js";
import type { ProjectPolicy } from "./command-policy.js";
import type { Projects } from "./projects.js";
import type { RepositoryFacts } from "./repository-facts.js";
import type { WriteLocks } from "./write-locks.js";

/** What questions, tasks, commands and views of runs share. */
export interface BridgeParts extends BridgeDeps {
  readonly projects: Projects;
  readonly facts: RepositoryFacts;
  readonly transcripts: TranscriptStore;
  readonly runs: RunLog;
  readonly agents: Agents;
  readonly locks: WriteLocks;
  readPolicy(call: Call, project: string): Promise<ProjectPolicy>;
}
