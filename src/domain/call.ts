import type { Log } from "../base/log.js";
import type { Runtime } from "../base/runtime.js";
import type { CallAccess } from "./access/call-access.js";

/** What belongs to one call rather than to the process; set by the surface. */
export interface Call {
  /** Aborted when the caller cancels or disconnects. */
  readonly signal: AbortSignal;
  /** The tenant whose rows the call may see. */
  readonly tenant: string;
  /** Recorded as author. */
  readonly caller: string;
  /** The folder in which the client works. */
  readonly folder: string;
  /** The conversation of the call, if the client names one. */
  readonly session?: string | undefined;
  /** Asks the person at the client; undefined when the client cannot ask. */
  confirm?(question: string): Promise<boolean | undefined>;
  /** Asks the model of the client, with its consent; undefined when the client has none to offer. */
  sample?(request: SampleRequest): Promise<string | undefined>;
  /** The tool of that name with its input, those of a toolset, or all; absent where every tool has a command. */
  describeTools?(name: string): readonly DescribedTool[];
  /** The caller's principal on a team service; absent where the caller owns all data. */
  readonly access?: CallAccess | undefined;
  readonly log: Log;
  progress(done: number, of: number | undefined, message: string): void;
}

export interface DescribedTool {
  readonly name: string;
  readonly about: string;
  /** Its input as JSON Schema. */
  readonly input?: string;
}

/** When a record was made: now or, for a write that waited until the service was reachable, when it was queued. */
export const recordedAt = ({ access }: Call, runtime: Pick<Runtime, "now">): string =>
  access?.recordedAt ?? runtime.now().toISOString();

export interface SampleRequest {
  readonly system: string;
  readonly prompt: string;
  readonly maxTokens: number;
  readonly timeoutMs: number;
}
