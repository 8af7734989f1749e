import { localTenant } from "../../domain/archive/local-tenant.js";
import type { CommandApp } from "../../domain/command-app.js";
import { eraseCleaned } from "../../domain/redaction/report/clean-stored.js";
import { inTenant } from "../../engine/tenant-scope.js";
import type { LeaseStore } from "../../store/lease-store.js";
import { ownCall } from "../wiring/own-call.js";
import { type Job, repeat } from "./repeat.js";

interface CleaningPace {
  /** A server that a host starts and stops at once should not spend its time on this. */
  readonly delayMs: number;
  /** One slice, and the pause behind it: about a tenth of one core. */
  readonly sliceMs: number;
  readonly pauseMs: number;
}

const background: CleaningPace = { delayMs: 20_000, sliceMs: 40, pauseMs: 360 };
/** Longer than rebuilding the index takes; after it, another process may take over. */
const leaseMs = 600_000;

interface Deps {
  readonly app: Pick<CommandApp, "secrets" | "reindex" | "automaticBackups" | "log" | "runtime">;
  readonly leases: LeaseStore;
  /** Whose rows to clean, one tenant after the other. Default: the local one. */
  tenants?(): Promise<readonly string[]>;
  readonly pace?: CleaningPace;
}

const localOnly = async () => [localTenant];

/** Applies changed rules to what is stored, while a process runs. One process at a time does it for a tenant, in slices. */
export function startPastCleaning({ app, leases, tenants = localOnly, pace = background }: Deps): Job {
  const holder = app.runtime.newId("lease");
  const nowMs = () => app.runtime.now().getTime();
  const failed = (error: unknown) => app.log.error("secrets.clean", { error: String(error) });
  let left: readonly string[] | undefined;

  const work = async (stopping: AbortSignal) => {
    left ??= await tenants().catch((error) => {
      failed(error);
      return [];
    });
    const [tenant, ...others] = left;
    if (tenant === undefined) return false;
    const isOver = await inTenant(tenant, () => cleanSlice(tenant, stopping)).catch((error) => {
      failed(error);
      return true;
    });
    if (isOver) left = others;
    return left.length > 0;
  };

  /** Whether nothing is left to do for this process. */
  const cleanSlice = async (tenant: string, stopping: AbortSignal): Promise<boolean> => {
    const lease = `secrets.clean:${tenant}`;
    if ((await app.secrets.cleaningStatus()).isCurrent) return true;
    if (!(await leases.take(lease, holder, leaseMs))) return true;
    const end = nowMs() + pace.sliceMs;
    const state = await app.secrets.cleanNext(() => stopping.aborted || nowMs() >= end);
    if (state?.position !== undefined) return false;
    if (state !== undefined && state.finishedAt === undefined) {
      const isChanged = state.columns.length > 0;
      if (isChanged) await eraseCleaned(app, ownCall(app.log, "secrets", { tenant }));
      await app.secrets.finishCleaning();
      app.log.info("secrets.cleaned", { isChanged });
    }
    await leases.release(lease, holder);
    return true;
  };

  return repeat(work, { delayMs: pace.delayMs, everyMs: pace.pauseMs, failed });
}
