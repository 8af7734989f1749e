import { AppError } from "../../base/errors.js";
import type { Runtime } from "../../base/runtime.js";
import type { CountRecords } from "../../store/access/record-count.js";

/** Throws RATE_LIMITED when the tenant has `max` records. */
export type RequireQuota = (tenant: string, max: number) => Promise<void>;

/** Counting a large tenant costs more than adding a record, so counts are cached: other servers' records are seen this late. */
const validMs = 10_000;
/** Shorter when the quota is reached, so that deleting records takes effect at once for a person. */
const validWhenFullMs = 1000;
const maxTenants = 10_000;
const retryAfterSeconds = 3600;

interface Counting {
  readonly atMs: number;
  readonly result: Promise<{ records: number }>;
}

export function createQuota({ count, runtime }: { count: CountRecords; runtime: Runtime }): RequireQuota {
  const cache = new Map<string, Counting>();
  const nowMs = () => runtime.now().getTime();

  const begin = (tenant: string): Counting => {
    if (cache.size >= maxTenants) cache.clear();
    const counting = { atMs: nowMs(), result: count(tenant).then((records) => ({ records })) };
    counting.result.catch(() => cache.delete(tenant));
    cache.set(tenant, counting);
    return counting;
  };

  const countOf = async (tenant: string, max: number) => {
    const last = cache.get(tenant) ?? begin(tenant);
    const result = await last.result;
    if (nowMs() - last.atMs < (result.records < max ? validMs : validWhenFullMs)) return result;
    // Concurrent callers that find the count expired share one new count.
    const next = cache.get(tenant);
    return (next && next !== last ? next : begin(tenant)).result;
  };

  return async (tenant, max) => {
    const result = await countOf(tenant, max);
    if (result.records >= max) throw full(max);
    // Counted before the record is written, so that concurrent writes cannot exceed the quota.
    result.records += 1;
  };
}

const full = (max: number) =>
  new AppError("limited", `The tenant has reached its quota of ${max} records.`, {
    hint: "An administrator can forget records that are no longer needed; the operator of the service can raise service.recordsPerTenant.",
    details: { quota: max, retry_after_seconds: retryAfterSeconds },
  });
