import type { ResolvedSettings } from "../base/resolve-settings.js";
import type { Runtime } from "../base/runtime.js";
import type { Archive } from "./archive/archive.js";
import type { Ingest } from "./archive/ingest/ingest.js";
import type { AutoLoad } from "./archive/recall/auto-load.js";
import type { Sessions } from "./archive/sessions/sessions.js";
import type { Bridge } from "./bridge/bridge.js";
import type { Call } from "./call.js";
import type { CodeIndex } from "./code/code-index.js";
import type { TeamContext } from "./context/project-context.js";
import type { Diagnoses } from "./errors/diagnosis/diagnosis.js";
import type { Guards } from "./guards/guards.js";
import type { ProjectRegistry } from "./identity/project-registry.js";
import type { ProjectResolver } from "./identity/project-resolver.js";
import type { ContextInjection } from "./lessons/context-injection.js";
import type { ForeignText } from "./lessons/foreign-text.js";
import type { Checkpoints } from "./memory/checkpoints.js";
import type { Memories } from "./memory/memories.js";
import type { Remediations } from "./memory/remediations.js";
import type { Everywhere } from "./person/everywhere.js";
import type { Recall } from "./recall/recall.js";
import type { Search } from "./search/search.js";

export interface ContextApp {
  readonly context: TeamContext;
  /** Updates the search documents of this project's shared files. */
  indexContext(call: Call): Promise<void>;
  /** Removes the copies of deleted shared files: search documents, quotes in receipts, prepared briefs, backups. */
  forgetContext(call: Call, texts: readonly string[]): Promise<void>;
}

export interface MemoryApp {
  readonly memories: Memories;
  readonly guards: Guards;
  readonly everywhere: Everywhere;
  readonly checkpoints: Checkpoints;
  readonly remediations: Remediations;
}

export interface ArchiveApp {
  readonly archive: Archive;
  readonly ingest: Ingest;
  readonly projectRegistry: ProjectRegistry;
  readonly autoLoad: AutoLoad;
  readonly sessions: Sessions;
  /** What an agent receives at the start of a session, for hosts that have no hooks. */
  readonly injection: ContextInjection;
  readonly foreignText: ForeignText;
}

/** All that a tool, a resource or a prompt may use: the families, and what several of them share. */
export interface App extends ContextApp, MemoryApp, ArchiveApp {
  readonly runtime: Runtime;
  readonly settings: ResolvedSettings;
  readonly identity: ProjectResolver;
  readonly search: Search;
  readonly recall: Recall;
  readonly code: CodeIndex;
  readonly diagnoses: Diagnoses;
  readonly bridge: Bridge;
}

/** The product as one call sees it. */
export interface AppCall extends App {
  readonly call: Call;
}
