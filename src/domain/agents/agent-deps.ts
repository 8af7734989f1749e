import type { Runtime } from "../../base/runtime.js";
import type { Settings } from "../../base/settings.js";
import type { AgentProcess } from "../../engine/agent-process.js";
import type { Sandbox } from "../../engine/sandbox.js";
import type { FactStore } from "../../store/bridge/fact-store.js";
import type { RunStore } from "../../store/bridge/run-store.js";
import type { TranscriptStore } from "../../store/bridge/transcript-store.js";
import type { LeaseStore } from "../../store/lease-store.js";
import type { Mode } from "./adapter.js";

/** Dependencies of running an agent. */
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
  /** Further folders that a writing run needs, such as the repository of a worktree. */
  readonly writable: readonly string[];
  /** May only lower the limit of the setting. */
  readonly timeoutMs?: number | undefined;
  onProgress(message: string): void;
  /** Called just before the process starts, with what confines it. */
  onConfined?(by: Enforcement): void;
}

/** What confines a run: the operating system, the agent's own flags, or nothing. */
export type Enforcement = "os" | "cli" | "none";
