import type { Log } from "../base/log.js";
import type { CallAccess } from "./access/call-access.js";

/** What belongs to one call and not to the process: put there by the surface. */
export interface Call {
  /** Ends when the caller cancels or goes away. */
  readonly signal: AbortSignal;
  /** Whose rows the call may see. */
  readonly tenant: string;
  /** Who calls, recorded as author. */
  readonly caller: string;
  /** The folder the call is about: where the client works. */
  readonly folder: string;
  /** The conversation that the call belongs to, where the client has one. */
  readonly session?: string | undefined;
  /** Asks the person at the client; undefined when the client cannot ask. */
  confirm?(question: string): Promise<boolean | undefined>;
  /** Asks the model of the client, with its consent; undefined when the client has none to offer. */
  sample?(request: SampleRequest): Promise<string | undefined>;
  /** Who calls and what for, where a service answers several people; absent where the caller owns all there is. */
  readonly access?: CallAccess | undefined;
  readonly log: Log;
  progress(done: number, of: number | undefined, message: string): void;
}

export interface SampleRequest {
  readonly system: string;
  readonly prompt: string;
  readonly maxTokens: number;
  readonly timeoutMs: number;
}
