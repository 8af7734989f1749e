import { AppError } from "../../base/errors.js";
import type { LeaseStore } from "../../store/lease-store.js";
import { holdLease } from "../agents/slots.js";

export type WriteLocks = ReturnType<typeof createWriteLocks>;

/** One writer per working tree, over all processes. */
export function createWriteLocks(leases: LeaseStore) {
  const lockedPaths = new Set<string>();
  return {
    isHeld: (path: string): boolean => lockedPaths.has(path),

    async hold<T>(path: string, holder: string, body: () => Promise<T>): Promise<T> {
      const release = await holdLease(leases, `write:${path}`, holder);
      if (!release) throw busy(path);
      lockedPaths.add(path);
      try {
        return await body();
      } finally {
        lockedPaths.delete(path);
        await release();
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
