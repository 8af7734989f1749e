import { AppError } from "../../base/errors.js";
import type { LeaseStore } from "../../store/lease-store.js";

const leaseMs = 10_000;
const renewMs = 2500;

/** One writer per working tree, over all processes. */
export interface WriteLocks {
  hold<T>(path: string, holder: string, body: () => Promise<T>): Promise<T>;
  isHeld(path: string): boolean;
}

export function createWriteLocks(leases: LeaseStore): WriteLocks {
  const lockedPaths = new Set<string>();
  return {
    isHeld: (path) => lockedPaths.has(path),

    async hold(path, holder, body) {
      const lease = `write:${path}`;
      if (!(await leases.take(lease, holder, leaseMs))) throw busy(path);
      lockedPaths.add(path);
      const renewal = setInterval(() => void leases.take(lease, holder, leaseMs).catch(() => {}), renewMs).unref();
      try {
        return await body();
      } finally {
        clearInterval(renewal);
        lockedPaths.delete(path);
        await leases.release(lease, holder);
      }
    },
  };
}

const busy = (path: string) =>
  new AppError("conflict", `Another run is changing ${path}.`, {
    code: "BUSY",
    details: { path },
    hint: "Wait until it has finished (run_status), or stop it with run_cancel.",
  });
