import type { Principal } from "./principal.js";

/** The access data of one call to a service. */
export interface CallAccess {
  readonly principal: Principal;
  /** Request id in the audit log and in the server's log. */
  readonly request: string;
  /** The sender's idempotency key, where the request may be retried. */
  readonly key?: string | undefined;
  /** When a queued write was made, where it is sent later. */
  readonly recordedAt?: string | undefined;
  /** Maximum writes per day; 0 for no limit. */
  readonly writesPerDay: number;
  /** Maximum records of a tenant without its own quota; 0 for no limit. */
  readonly recordsPerTenant: number;
  /** Runs the call when it is the tenant's turn. */
  inTurn<T>(run: () => Promise<T>): Promise<T>;
  /** Starts timing a call; the result is `ok` or an error code. */
  measure(tool: string): (result: string) => void;
}
