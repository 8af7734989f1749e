import type { Log } from "../../base/log.js";
import { localTenant } from "../../domain/archive/local-tenant.js";
import type { Call } from "../../domain/call.js";

/** A call that no client makes: of background work or a hook. */
export const ownCall = (log: Log, caller: string, more: Partial<Call> = {}): Call => ({
  tenant: localTenant,
  caller,
  folder: "",
  log,
  signal: new AbortController().signal,
  progress: () => {},
  ...more,
});
