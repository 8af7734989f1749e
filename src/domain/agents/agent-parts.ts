import type { Runtime } from "../../base/runtime.js";
import type { Settings } from "../../base/settings.js";
import type { AgentProcess } from "../../engine/agent-process.js";
import type { Sandbox } from "../../engine/sandbox.js";
import type { FactStore } from "../../store/bridge/fact-store.js";
import type { RunStore } from "../../store/bridge/run-store.js";
import type { TranscriptStore } from "../../store/bridge/transcript-store.js";
import type { LeaseStore } from "../../store/lease-store.js";
import type { Mode } from "./adapter.js";

/** What running an agent takes. */
export interface AgentDeps {
  readonly processes: AgentProcess;
  readonly sandbox: Sandbox;
  readonly facts: FactStore;
  readonly runs: RunStore;
  readonly transcripts: TranscriptStore;
  readonly leases: LeaseStore;
  readonly settings: Settings;
  readonly runtime: Runtime;
}

export interface AgentRequest {
  readonly mode: Mode;
  readonly prompt: string;
  readonly folder: string;
  /** Folders beside `folder` that a writing run needs, such as the repository of a worktree. */
  readonly writable: readonly string[];
  /** Less than the setting allows, if wanted. */
  readonly timeoutMs?: number | undefined;
  tell(message: string): void;
  /** Told just before the process starts: what keeps it within its bounds. */
  confined?(by: Enforcement): void;
}

/** The operating system, the agent's own flags, or nothing. */
export type Enforcement = "os" | "cli" | "none";
