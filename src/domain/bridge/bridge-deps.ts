import type { Home } from "../../base/home.js";
import type { Runtime } from "../../base/runtime.js";
import type { Settings } from "../../base/settings.js";
import type { AgentProcess } from "../../engine/agent-process.js";
import type { Files } from "../../engine/files.js";
import type { GitLocator } from "../../engine/git-locator.js";
import type { RunFiles } from "../../engine/run-files.js";
import type { Sandbox } from "../../engine/sandbox.js";
import type { Spans } from "../../engine/spans.js";
import type { Sql } from "../../engine/sql.js";
import type { WorkingTrees } from "../../engine/working-trees.js";
import type { AnswerCache } from "../../store/bridge/answer-cache.js";
import type { FactStore } from "../../store/bridge/fact-store.js";
import type { OperationStore } from "../../store/bridge/operation-store.js";
import type { ProjectStore } from "../../store/bridge/project-store.js";
import type { RunStore } from "../../store/bridge/run-store.js";
import type { LeaseStore } from "../../store/lease-store.js";
import type { ReadPublicContext } from "./sibling-context.js";

/** The engines and stores that the bridge is built on. */
export interface BridgeDeps {
  readonly runtime: Runtime;
  readonly home: Home;
  readonly settings: Settings;
  readonly database: string;
  readonly sql: Pick<Sql, "dialect" | "size">;
  readonly files: Files;
  readonly runFiles: RunFiles;
  readonly workingTrees: WorkingTrees;
  readonly gitLocator: Pick<GitLocator, "discover">;
  readonly processes: AgentProcess;
  readonly sandbox: Sandbox;
  readonly spans: Spans;
  readonly leases: LeaseStore;
  readonly projectStore: ProjectStore;
  readonly factStore: FactStore;
  readonly answers: AnswerCache;
  readonly operations: OperationStore;
  /** Removes what is left of deleted rows. */
  onClear?(tenant: string): Promise<void>;
  readonly runStore: RunStore;
  readonly readContext: ReadPublicContext;
  /** Candidate paths of a POSIX shell. */
  readonly shells: readonly string[];
}
