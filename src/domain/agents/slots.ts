import { AppError } from "../../base/errors.js";
import type { LeaseStore } from "../../store/lease-store.js";

/** How long a slot stays taken when its holder died; holders renew well before. */
const leaseMs = 10_000;
const renewMs = 2500;
const pollMs = 200;
/** More than this many waiting is a caller that has lost control. */
const maxQueued = 200;

export interface Slots {
  /** Waits for one of `limit` slots, shared by all processes of this machine; gives the way to let go. */
  take(holder: string, limit: number, signal: AbortSignal): Promise<() => Promise<void>>;
}

/** At most so many sub-agents at once, first come first served within this process. */
export function createSlots(leases: LeaseStore): Slots {
  const waiting: (() => void)[] = [];
  const held = new Map<string, string>();
  let taken = 0;
  let renewal: ReturnType<typeof setInterval> | undefined;

  return {
    async take(holder, limit, signal) {
      if (waiting.length >= maxQueued) throw busy();
      await turn(limit, signal);
      try {
        const slot = await takeLease(holder, limit, signal);
        hold(slot, holder);
        return () => letGo(slot, holder);
      } catch (error) {
        leave();
        throw error;
      }
    },
  };

  async function turn(limit: number, signal: AbortSignal): Promise<void> {
    while (taken >= limit) {
      throwIfAborted(signal);
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
        signal.addEventListener("abort", () => resolve(), { once: true });
      });
    }
    throwIfAborted(signal);
    taken++;
  }

  function leave(): void {
    taken--;
    waiting.shift()?.();
  }

  /** Other processes hold slots too; those of the dead come free by themselves. */
  async function takeLease(holder: string, limit: number, signal: AbortSignal): Promise<string> {
    for (;;) {
      for (let i = 1; i <= limit; i++) {
        const slot = `agent-slot-${i}`;
        if (!held.has(slot) && (await leases.take(slot, holder, leaseMs))) return slot;
      }
      throwIfAborted(signal);
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
  }

  function hold(slot: string, holder: string): void {
    held.set(slot, holder);
    renewal ??= setInterval(() => {
      for (const [name, by] of held) leases.take(name, by, leaseMs).catch(() => {});
    }, renewMs).unref();
  }

  async function letGo(slot: string, holder: string): Promise<void> {
    held.delete(slot);
    if (held.size === 0) {
      clearInterval(renewal);
      renewal = undefined;
    }
    try {
      await leases.release(slot, holder);
    } finally {
      leave();
    }
  }
}

const busy = () =>
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
