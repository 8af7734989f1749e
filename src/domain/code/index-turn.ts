import { AppError } from "../../base/errors.js";
import type { Runtime } from "../../base/runtime.js";
import type { LeaseStore } from "../../store/lease-store.js";
import type { Call } from "../call.js";

/** How long the turn stays taken when its holder died; it is renewed with every step. */
const leaseMs = 30_000;
const pollMs = 100;
/** Longer than this nobody waits for an answer. */
const timeoutMs = 60_000;

export interface IndexLock {
  /** Whether somebody else had it when it was asked for. */
  readonly hasWaited: boolean;
  keep(): Promise<void>;
}

export interface IndexLocks {
  /** Does `body` while no other process or call does it for the same name. */
  take<T>(call: Call, name: string, body: (turn: IndexLock) => Promise<T>): Promise<T>;
}

/** One at a time: who comes second waits, and then finds most of the work done. */
export function createIndexLocks(leases: LeaseStore, runtime: Runtime): IndexLocks {
  return {
    async take(call, name, body) {
      const holder = runtime.newId("lease");
      const keep = async () => void (await leases.take(name, holder, leaseMs));
      const hasWaited = await wait(() => leases.take(name, holder, leaseMs), call);
      try {
        return await body({ hasWaited, keep });
      } finally {
        await leases.release(name, holder);
      }
    },
  };
}

async function wait(isMine: () => Promise<boolean>, call: Call): Promise<boolean> {
  for (let waited = 0; ; waited += pollMs) {
    if (call.signal.aborted) throw given("Indexing was stopped before it began.");
    if (await isMine()) return waited > 0;
    if (waited >= timeoutMs) throw given("Another process is indexing this repository and has not finished yet.");
    call.progress(0, undefined, "Another process is indexing this repository: waiting for it");
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

const given = (message: string) =>
  new AppError("unavailable", message, { hint: "What it has indexed so far can be searched. Index again later." });
