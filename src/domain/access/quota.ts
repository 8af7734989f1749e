import { AppError } from "../../base/errors.js";
import type { Runtime } from "../../base/runtime.js";
import type { SqlSession } from "../../engine/sql.js";
import { inTenant } from "../../engine/tenant-scope.js";
import type { QuotaStore } from "../../store/access/quota-store.js";
import type { CountRecords } from "../../store/record-counts.js";
import { type Audit, factsOfAct } from "./audit.js";
import type { Actor } from "./principal.js";

/** Counting a large tenant costs more than adding a record, so counts are cached: other servers' records are seen this late. */
const validMs = 10_000;
/** Shorter when the quota is reached, so that deleting records takes effect at once for a person. */
const validWhenFullMs = 1000;
const maxTenants = 10_000;
const retryAfterSeconds = 3600;

type Deps = { count: CountRecords; store: QuotaStore; audit: Pick<Audit, "noteWithin">; runtime: Runtime };

/** How many records a tenant may have: its own quota, or else the setting. 0 means no limit. */
export function createQuotas({ count, store, audit, runtime }: Deps) {
  const cache = new Map<string, { readonly atMs: number; readonly result: ReturnType<typeof readUse> }>();
  const nowMs = () => runtime.now().getTime();
  const of = async (tenant: string, setting: number) => (await inTenant(tenant, () => store.read(tenant))) ?? setting;

  /** Without a limit, records are not counted. */
  const readUse = async (tenant: string, setting: number) => {
    const max = await of(tenant, setting);
    return { max, records: max === 0 ? 0 : await count(tenant) };
  };

  const startReading = (tenant: string, setting: number) => {
    if (cache.size >= maxTenants) cache.clear();
    const use = { atMs: nowMs(), result: readUse(tenant, setting) };
    use.result.catch(() => cache.delete(tenant));
    cache.set(tenant, use);
    return use;
  };

  const useOf = async (tenant: string, setting: number) => {
    const previous = cache.get(tenant) ?? startReading(tenant, setting);
    const result = await previous.result;
    if (nowMs() - previous.atMs < (isFull(result) ? validWhenFullMs : validMs)) return result;
    // Concurrent callers that find the count expired share one new count.
    const next = cache.get(tenant);
    return (next && next !== previous ? next : startReading(tenant, setting)).result;
  };

  return {
    of,

    /** Throws RATE_LIMITED when the tenant has as many records as it may. */
    async require(tenant: string, setting: number): Promise<void> {
      const use = await useOf(tenant, setting);
      if (isFull(use))
        throw new AppError("limited", `The tenant has reached its quota of ${use.max} records.`, {
          hint: "An administrator can forget records that are no longer needed; the operator of the service can raise the quota with `throughline tenant quota`.",
          details: { quota: use.max, retry_after_seconds: retryAfterSeconds },
        });
      // Counted before the record is written, so that concurrent writes cannot exceed the quota.
      use.records += 1;
    },

    /** Gives the tenant its own quota; undefined returns it to the setting. Other servers notice within ten seconds. */
    async set(tenant: string, records: number | undefined, by: Actor): Promise<void> {
      const act = { tenant, tool: "tenant_quota", target: String(records ?? "default") };
      const note = (session: SqlSession) => audit.noteWithin(session, factsOfAct(by, act, runtime));
      await inTenant(tenant, () => store.write(tenant, records, note));
      cache.delete(tenant);
    },
  };
}

const isFull = ({ max, records }: { max: number; records: number }): boolean => max > 0 && records >= max;
