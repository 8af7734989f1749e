import { AppError } from "../../base/errors.js";
import type { Runtime } from "../../base/runtime.js";
import type { CountRecords } from "../../store/access/record-count.js";

/** Throws RATE_LIMITED when the tenant keeps as many records as it may. */
export type RequireQuota = (tenant: string, max: number) => Promise<void>;

/** Counting a large tenant costs more than adding to it: other servers' records are seen this late. */
const validMs = 10_000;
/** A tenant that is full and goes on asking is counted this often: room that was made is there at once for a person. */
const validWhenFullMs = 1000;
const maxTenants = 10_000;
const retryAfterSeconds = 3600;

interface Counting {
  readonly atMs: number;
  readonly counted: Promise<{ kept: number }>;
}

export function createQuota({ count, runtime }: { count: CountRecords; runtime: Runtime }): RequireQuota {
  const known = new Map<string, Counting>();
  const nowMs = () => runtime.now().getTime();

  const begin = (tenant: string): Counting => {
    if (known.size >= maxTenants) known.clear();
    const counting = { atMs: nowMs(), counted: count(tenant).then((kept) => ({ kept })) };
    counting.counted.catch(() => known.delete(tenant));
    known.set(tenant, counting);
    return counting;
  };

  const countOf = async (tenant: string, max: number) => {
    const last = known.get(tenant) ?? begin(tenant);
    const counted = await last.counted;
    if (nowMs() - last.atMs < (counted.kept < max ? validMs : validWhenFullMs)) return counted;
    // Of those who find it old at once, one counts.
    const next = known.get(tenant);
    return (next && next !== last ? next : begin(tenant)).counted;
  };

  return async (tenant, max) => {
    const counted = await countOf(tenant, max);
    if (counted.kept >= max) throw full(max);
    // Taken before it is kept: of many who add at once, no more get in than there is room for.
    counted.kept += 1;
  };
}

const full = (max: number) =>
  new AppError("limited", `The tenant has reached its quota of ${max} records.`, {
    hint: "An administrator can forget records that are no longer needed; the operator of the service can raise service.recordsPerTenant.",
    details: { quota: max, retry_after_seconds: retryAfterSeconds },
  });
