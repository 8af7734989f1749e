import { AppError } from "../../base/errors.js";
import type { Runtime } from "../../base/runtime.js";
import type { LeaseStore } from "../../store/lease-store.js";
import type { Call } from "../call.js";

/** How long the lock outlives a holder that died; it is renewed with every step. */
const leaseMs = 30_000;
const pollMs = 100;
/** Clients give up on an answer after about this long. */
const timeoutMs = 60_000;

export interface IndexLock {
  /** Whether another process or call held it first. */
  readonly hasWaited: boolean;
  renew(): Promise<unknown>;
}

/** Runs `body` while no other process or call holds the lock of that name: those wait, and then find most of the work done. */
export async function withIndexLock<T>(
  { leases, runtime }: { readonly leases: LeaseStore; readonly runtime: Runtime },
  call: Call,
  name: string,
  body: (lock: IndexLock) => Promise<T>,
): Promise<T> {
  const holder = runtime.newId("lease");
  const renew = () => leases.take(name, holder, leaseMs);
  const hasWaited = await wait(renew, call);
  try {
    return await body({ hasWaited, renew });
  } finally {
    await leases.release(name, holder);
  }
}

async function wait(tryTake: () => Promise<boolean>, call: Call): Promise<boolean> {
  for (let waited = 0; ; waited += pollMs) {
    if (call.signal.aborted) throw lockFailure("Indexing was canceled before it started.");
    if (await tryTake()) return waited > 0;
    if (waited >= timeoutMs) throw lockFailure("Another process is still indexing this repository.");
    call.progress(0, undefined, "Waiting for another process that is indexing this repository");
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

const lockFailure = (message: string) =>
  new AppError("unavailable", message, { hint: "Search works with what is indexed so far. Index again later." });
