import type { Principal } from "./principal.js";

/** What a service knows of one call. */
export interface CallAccess {
  readonly principal: Principal;
  /** Names the request in the audit log and in the server's log. */
  readonly request: string;
  /** The sender's name for the request, where it may be sent again. */
  readonly key?: string | undefined;
  /** Most writes a day; 0 for no limit. */
  readonly writesPerDay: number;
  /** Most records that the tenant may keep; 0 for no limit. */
  readonly recordsPerTenant: number;
  /** Begins to measure a call; the result is `ok` or the code of an error. */
  measure(tool: string): (result: string) => void;
}
