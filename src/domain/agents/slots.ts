import { AppError } from "../../base/errors.js";
import type { LeaseStore } from "../../store/lease-store.js";

/** What a dead process held is free after this long; holders renew well before. */
const leaseMs = 10_000;
const renewMs = 2500;
const pollMs = 200;
/** A longer queue means that a caller is out of control. */
const maxQueued = 200;

/** Takes a lease and renews it; returns the function that releases it, or undefined if another holder has it. */
export async function holdLease(
  leases: LeaseStore,
  name: string,
  holder: string,
): Promise<(() => Promise<unknown>) | undefined> {
  if (!(await leases.take(name, holder, leaseMs))) return undefined;
  const renewal = setInterval(() => void leases.take(name, holder, leaseMs).catch(() => {}), renewMs).unref();
  return () => {
    clearInterval(renewal);
    return leases.release(name, holder);
  };
}

/** Limits concurrent sub-agents; first come, first served within this process. */
export function createSlots(leases: LeaseStore) {
  const waiters: (() => void)[] = [];
  let activeCount = 0;

  return {
    /** Waits for one of `limit` slots, shared by all processes of this machine; returns the function that releases it. */
    async take(holder: string, limit: number, signal: AbortSignal): Promise<() => Promise<unknown>> {
      if (waiters.length >= maxQueued) throw queueFull();
      await waitForTurn(limit, signal);
      try {
        const release = await takeLease(holder, limit, signal);
        return () => release().finally(endTurn);
      } catch (error) {
        endTurn();
        throw error;
      }
    },
  };

  async function waitForTurn(limit: number, signal: AbortSignal): Promise<void> {
    while (activeCount >= limit) {
      throwIfAborted(signal);
      await new Promise<void>((resolve) => {
        waiters.push(resolve);
        signal.addEventListener("abort", () => resolve(), { once: true });
      });
    }
    throwIfAborted(signal);
    activeCount++;
  }

  function endTurn(): void {
    activeCount--;
    waiters.shift()?.();
  }

  /** Other processes hold slots too; leases of dead ones expire. */
  async function takeLease(holder: string, limit: number, signal: AbortSignal): Promise<() => Promise<unknown>> {
    for (;;) {
      for (let i = 1; i <= limit; i++) {
        const release = await holdLease(leases, `agent-slot-${i}`, holder);
        if (release) return release;
      }
      throwIfAborted(signal);
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
  }
}

const queueFull = () =>
  new AppError("unavailable", `The queue is full: ${maxQueued} runs are waiting.`, {
    code: "BUSY",
    hint: "Wait until some have finished; run_status lists them.",
  });

export function throwIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw cancelled();
}

export const cancelled = () =>
  new AppError("conflict", "The run was cancelled.", {
    code: "CANCELLED",
    hint: "Start it again if you still need it.",
  });
