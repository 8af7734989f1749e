import { localTenant } from "../../domain/archive/local-tenant.js";
import type { Call } from "../../domain/call.js";
import type { CommandApp } from "../../domain/command-app.js";
import { eraseCleaned } from "../../domain/redaction/report/clean-stored.js";
import { inTenant } from "../../engine/tenant-scope.js";
import type { LeaseStore } from "../../store/lease-store.js";
import { type Job, repeat } from "./repeat.js";

export interface CleaningPace {
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
  let left: readonly string[] | undefined;
  let isStopped = false;
  const failed = (error: unknown) => app.log.error("secrets.clean", { error: String(error) });

  const work = async () => {
    left ??= await tenants().catch((error) => {
      failed(error);
      return [];
    });
    const [tenant, ...others] = left;
    if (tenant === undefined) return false;
    const isOver = await inTenant(tenant, () => cleanSlice(tenant)).catch((error) => {
      failed(error);
      return true;
    });
    if (isOver) left = others;
    return left.length > 0;
  };
  /** Whether nothing is left to do for this process. */
  const cleanSlice = async (tenant: string): Promise<boolean> => {
    const lease = `secrets.clean:${tenant}`;
    if ((await app.secrets.cleaningStatus()).isCurrent) return true;
    if (!(await leases.take(lease, holder, leaseMs))) return true;
    const end = app.runtime.now().getTime() + pace.sliceMs;
    const state = await app.secrets.cleanNext(() => isStopped || app.runtime.now().getTime() >= end);
    if (state?.position !== undefined) return false;
    if (state !== undefined && state.finishedAt === undefined) await finish(tenant, state.columns.length > 0);
    await leases.release(lease, holder);
    return true;
  };
  const finish = async (tenant: string, isChanged: boolean) => {
    if (isChanged) await eraseCleaned(app, callOf(app, tenant));
    await app.secrets.finishCleaning();
    app.log.info("secrets.cleaned", { isChanged });
  };

  const job = repeat(work, { delayMs: pace.delayMs, everyMs: pace.pauseMs, failed });
  return {
    stop() {
      isStopped = true;
      return job.stop();
    },
  };
}

const callOf = ({ log }: Pick<CommandApp, "log">, tenant: string): Call => ({
  tenant,
  caller: "secrets",
  folder: "",
  log,
  signal: new AbortController().signal,
  progress: () => {},
});
