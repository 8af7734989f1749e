import type { Home } from "../../base/home.js";
import type { Files } from "../../engine/files.js";
import type { GitLocator } from "../../engine/git-locator.js";
import type { RunFiles } from "../../engine/run-files.js";
import type { Spans } from "../../engine/spans.js";
import type { Sql } from "../../engine/sql.js";
import type { WorkingTrees } from "../../engine/working-trees.js";
import type { AnswerCache } from "../../store/bridge/answer-cache.js";
import type { OperationStore } from "../../store/bridge/operation-store.js";
import type { ProjectStore } from "../../store/bridge/project-store.js";
import type { AgentDeps } from "../agents/run-agent.js";
import type { ReadPublicContext } from "./sibling-context.js";

/** The engines and stores that the bridge is built on. */
export interface BridgeDeps extends Omit<AgentDeps, "transcripts"> {
  readonly home: Home;
  readonly database: string;
  readonly sql: Pick<Sql, "dialect" | "size">;
  readonly files: Files;
  readonly runFiles: RunFiles;
  readonly workingTrees: WorkingTrees;
  readonly gitLocator: Pick<GitLocator, "discover">;
  readonly spans: Spans;
  readonly projectStore: ProjectStore;
  readonly answers: AnswerCache;
  readonly operations: OperationStore;
  /** Removes what is left of deleted rows. */
  onClear?(tenant: string): Promise<void>;
  readonly readContext: ReadPublicContext;
  /** Candidate paths of a POSIX shell. */
  readonly shells: readonly string[];
}
