import { AppError } from "../../base/errors.js";

/** Runs work for a tenant. */
export type TenantTurns = <T>(tenant: string, work: () => Promise<T>) => Promise<T>;

/**
 * Runs at most `max` pieces of work at once. Tenants with waiting work take turns: one with many requests delays another's
 * by one piece of work, not by all of its own. Work that would wait longer than `maxWaitMs` is refused.
 */
export function createTenantTurns(max: number, maxWaitMs: number): TenantTurns {
  let running = 0;
  /** By tenant; the first tenant is next. */
  const waiting = new Map<string, Set<() => void>>();

  const enter = (tenant: string) => {
    if (running < max) {
      running += 1;
      return undefined;
    }
    const queue = waiting.get(tenant) ?? new Set();
    waiting.set(tenant, queue);
    return new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        queue.delete(start);
        if (queue.size === 0) waiting.delete(tenant);
        reject(new AppError("unavailable", "The service is overloaded.", { hint: "Try again in a few seconds." }));
      }, maxWaitMs);
      const start = () => {
        clearTimeout(timer);
        resolve();
      };
      queue.add(start);
    });
  };
  const leave = () => {
    const [next] = waiting;
    if (next === undefined) {
      running -= 1;
      return;
    }
    const [tenant, queue] = next;
    const [start] = queue;
    if (start) queue.delete(start);
    waiting.delete(tenant);
    if (queue.size > 0) waiting.set(tenant, queue);
    start?.();
  };

  return async (tenant, work) => {
    await enter(tenant);
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
