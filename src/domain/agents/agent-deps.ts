import type { Runtime } from "../../base/runtime.js";
import type { Settings } from "../../base/settings.js";
import type { AgentProcess } from "../../engine/agent-process.js";
import type { Sandbox } from "../../engine/sandbox.js";
import type { Mode } from "../../hosts/sub-agent.js";
import type { FactStore } from "../../store/bridge/fact-store.js";
import type { RunStore } from "../../store/bridge/run-store.js";
import type { TranscriptStore } from "../../store/bridge/transcript-store.js";
import type { LeaseStore } from "../../store/lease-store.js";
import type { Confinement } from "./confine.js";

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
  /** Another agent than the one in the settings. */
  readonly agent?: string;
  /** Allows a run that nothing keeps from writing elsewhere. */
  readonly mayRunUnconfined?: boolean;
  /** May only lower the limit of the setting. */
  readonly timeoutMs?: number | undefined;
  /** The agent's output is not kept: it repeats what the prompt quotes of a session. */
  readonly isUnlogged?: boolean;
  onProgress(message: string): void;
  /** Called just before the process starts, with what confines it. */
  onConfined?(confinement: Confinement): void | Promise<void>;
}
