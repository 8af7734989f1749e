import { AppError } from "../../base/errors.js";
import type { LeaseStore } from "../../store/lease-store.js";

/** A slot whose holder died is free after this long; holders renew well before. */
const leaseMs = 10_000;
const renewMs = 2500;
const pollMs = 200;
/** A longer queue means that a caller is out of control. */
const maxQueued = 200;

export interface Slots {
  /** Waits for one of `limit` slots, shared by all processes of this machine; returns the function that releases it. */
  take(holder: string, limit: number, signal: AbortSignal): Promise<() => Promise<void>>;
}

/** Limits concurrent sub-agents; first come, first served within this process. */
export function createSlots(leases: LeaseStore): Slots {
  const waiters: (() => void)[] = [];
  const heldSlots = new Map<string, string>();
  let activeCount = 0;
  let renewal: ReturnType<typeof setInterval> | undefined;

  return {
    async take(holder, limit, signal) {
      if (waiters.length >= maxQueued) throw queueFull();
      await waitForTurn(limit, signal);
      try {
        const slot = await takeLease(holder, limit, signal);
        renew(slot, holder);
        return () => release(slot, holder);
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
  async function takeLease(holder: string, limit: number, signal: AbortSignal): Promise<string> {
    for (;;) {
      for (let i = 1; i <= limit; i++) {
        const slot = `agent-slot-${i}`;
        if (!heldSlots.has(slot) && (await leases.take(slot, holder, leaseMs))) return slot;
      }
      throwIfAborted(signal);
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
  }

  function renew(slot: string, holder: string): void {
    heldSlots.set(slot, holder);
    renewal ??= setInterval(() => {
      for (const [name, holderName] of heldSlots) leases.take(name, holderName, leaseMs).catch(() => {});
    }, renewMs).unref();
  }

  async function release(slot: string, holder: string): Promise<void> {
    heldSlots.delete(slot);
    if (heldSlots.size === 0) {
      clearInterval(renewal);
      renewal = undefined;
    }
    try {
      await leases.release(slot, holder);
    } finally {
      endTurn();
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
