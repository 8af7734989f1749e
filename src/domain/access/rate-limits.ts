import { AppError, isUnwritable } from "../../base/errors.js";
import type { Runtime } from "../../base/runtime.js";
import { sha256 } from "../../base/sha256.js";
import { formatCount } from "../../base/text/plural.js";
import { inTenant } from "../../engine/tenant-scope.js";
import type { RateLimitStore } from "../../store/access/rate-limit-store.js";
import type { TenantRegistry } from "../../store/access/tenant-registry.js";

export interface Limit {
  readonly name: "requests" | "writes";
  readonly max: number;
  readonly periodMs: number;
  /** Of one person instead of the whole tenant. */
  readonly person?: string;
}

/** A process reserves this fraction of a limit at a time, so that few requests touch the database. */
const slicesPerPeriod = 20;
/** So long before a period ends, an active tenant's slice of the next one is reserved, so that no request waits for it. */
const reserveAheadMs = 2000;
/** Beyond this many tenants in one process, the least recently active lose their slices. */
const maxTenants = 10_000;

type Deps = { store: RateLimitStore; tenantRegistry: TenantRegistry; runtime: Runtime };

interface Slice {
  readonly period: string;
  left: number;
  isExhausted: boolean;
  /** Whether the limit was granted without the database. */
  isUncounted?: boolean;
  claim: Promise<void> | undefined;
  /** Of the period after this one. */
  next?: Slice;
}

/** Limits shared by all server processes through the database. */
export function createRateLimits({ store, tenantRegistry, runtime }: Deps) {
  const slices = new Map<string, Slice>();

  const sliceOf = (key: string, period: string): Slice => {
    const current = slices.get(key);
    const slice = [current, current?.next].find((one) => one?.period === period) ?? emptySlice(period);
    slices.delete(key);
    slices.set(key, slice);
    if (slices.size > maxTenants) slices.delete(slices.keys().next().value ?? "");
    return slice;
  };

  /** A database that can only be read must not stop reads: until it can be written, each process counts by itself. */
  const refill = (tenant: string, slice: Slice, limit: Limit) =>
    reserve(tenant, slice, limit).catch((error) => {
      if (!isUnwritable(error)) throw error;
      if (slice.isUncounted) slice.isExhausted = true;
      else slice.left = limit.max;
      slice.isUncounted = true;
    });

  const reserve = async (tenant: string, slice: Slice, limit: Limit) => {
    const taken = { name: nameOf(limit), period: slice.period, limit: limit.max };
    await tenantRegistry.enter(tenant);
    for (const amount of new Set([sliceSizeOf(limit), 1]))
      if (await inTenant(tenant, () => store.take(tenant, { ...taken, amount }))) {
        slice.left += amount;
        return;
      }
    // Remembered, so that further requests of the tenant do not load the database.
    slice.isExhausted = true;
  };

  const claim = (tenant: string, slice: Slice, limit: Limit): Promise<void> => {
    slice.claim ??= refill(tenant, slice, limit).finally(() => {
      slice.claim = undefined;
    });
    return slice.claim;
  };

  return {
    /** Counts one request; throws RATE_LIMITED when the tenant has none left in this period. */
    async take(tenant: string, limit: Limit): Promise<void> {
      const nowMs = runtime.now().getTime();
      const leftMs = limit.periodMs - (nowMs % limit.periodMs);
      const slice = sliceOf(`${nameOf(limit)} ${tenant}`, periodName(nowMs, limit));
      while (slice.left === 0 && !slice.isExhausted) await claim(tenant, slice, limit);
      if (slice.left === 0) throw rateLimited(limit, leftMs);
      slice.left -= 1;
      // A slice of one request may be the one that another process lacks.
      if (leftMs > reserveAheadMs || slice.next || sliceSizeOf(limit) === 1) return;
      slice.next = emptySlice(periodName(nowMs + limit.periodMs, limit));
      // If it fails, the first request of the period tries again.
      claim(tenant, slice.next, limit).catch(() => {});
    },

    /** Deletes the counts of past periods. */
    async forgetOld(tenant: string, limits: readonly Limit[]): Promise<void> {
      for (const limit of limits) {
        const period = periodName(runtime.now().getTime() - limit.periodMs, limit);
        await inTenant(tenant, () => store.forgetBefore(tenant, limit.name, period));
      }
    },
  };
}

const emptySlice = (period: string): Slice => ({ period, left: 0, isExhausted: false, claim: undefined });

const sliceSizeOf = ({ max }: Limit) => Math.max(1, Math.floor(max / slicesPerPeriod));

/** Of a person by its hash: a name may be long, and the row is nothing to look at. */
const nameOf = ({ name, person }: Limit) => (person === undefined ? name : `${name}/${sha256(person).slice(0, 16)}`);

const periodName = (nowMs: number, { periodMs }: Limit) =>
  new Date(Math.floor(nowMs / periodMs) * periodMs).toISOString();

function rateLimited({ name, max, periodMs, person }: Limit, waitMs: number): AppError {
  const retryAfter = Math.max(1, Math.ceil(waitMs / 1000));
  const period = periodMs >= 86_400_000 ? "day" : `${periodMs / 1000} seconds`;
  const who = person === undefined ? "The tenant has used up its" : "This person has used up their";
  return new AppError("limited", `${who} ${max} ${name} per ${period}.`, {
    hint: `Try again in ${formatCount(retryAfter, "second")}.`,
    details: { retry_after_seconds: retryAfter },
  });
}
