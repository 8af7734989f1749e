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

interface CachedCount {
  readonly atMs: number;
  readonly result: Promise<{ records: number }>;
}

export function createQuota({ count, runtime }: { count: CountRecords; runtime: Runtime }): RequireQuota {
  const cache = new Map<string, CachedCount>();
  const nowMs = () => runtime.now().getTime();

  const startCount = (tenant: string): CachedCount => {
    if (cache.size >= maxTenants) cache.clear();
    const cachedCount = { atMs: nowMs(), result: count(tenant).then((records) => ({ records })) };
    cachedCount.result.catch(() => cache.delete(tenant));
    cache.set(tenant, cachedCount);
    return cachedCount;
  };

  const countOf = async (tenant: string, max: number) => {
    const previous = cache.get(tenant) ?? startCount(tenant);
    const result = await previous.result;
    if (nowMs() - previous.atMs < (result.records < max ? validMs : validWhenFullMs)) return result;
    // Concurrent callers that find the count expired share one new count.
    const next = cache.get(tenant);
    return (next && next !== previous ? next : startCount(tenant)).result;
  };

  return async (tenant, max) => {
    const result = await countOf(tenant, max);
    if (result.records >= max) throw quotaReached(max);
    // Counted before the record is written, so that concurrent writes cannot exceed the quota.
    result.records += 1;
  };
}

const quotaReached = (max: number) =>
  new AppError("limited", `The tenant has reached its quota of ${max} records.`, {
    hint: "An administrator can forget records that are no longer needed; the operator of the service can raise service.recordsPerTenant.",
    details: { quota: max, retry_after_seconds: retryAfterSeconds },
  });
