import { daysBefore } from "../../base/days.js";
import type { Runtime } from "../../base/runtime.js";
import { inTenant } from "../../engine/tenant-scope.js";
import type { AuditEntry, AuditFilter, AuditStore } from "../../store/access/audit-store.js";
import type { TenantRegistry } from "../../store/access/tenant-registry.js";

export type AuditFacts = Omit<AuditEntry, "id" | "at">;

/** The tenant of requests that nobody can be held to. No token can name it. */
export const nobody = "(nobody)";

export interface Audit {
  /** Returns when the entry is kept. */
  note(facts: AuditFacts): Promise<void>;
  /** Newest first; of one tenant, or of all. */
  list(tenant: string | undefined, filter: AuditFilter, limit: number): Promise<AuditEntry[]>;
  removeOlderThan(tenant: string, days: number): Promise<number>;
}

interface Waiting {
  readonly entry: AuditEntry;
  kept(): void;
  failed(error: unknown): void;
}

interface Deps {
  readonly store: AuditStore;
  readonly tenantRegistry: TenantRegistry;
  readonly runtime: Runtime;
}

/** Entries of a tenant that come while others are being written share the next transaction: one wait for the disk serves many. */
export function createAudit({ store, tenantRegistry, runtime }: Deps): Audit {
  const queues = new Map<string, Waiting[]>();

  const write = async (tenant: string, batch: readonly Waiting[]) => {
    await tenantRegistry.enter(tenant);
    const entries = batch.map(({ entry }) => entry);
    await inTenant(tenant, () => store.add(tenant, entries));
  };

  const writeAll = async (tenant: string, queue: Waiting[]) => {
    while (queue.length > 0) {
      const batch = queue.splice(0);
      await write(tenant, batch).then(
        () => {
          for (const one of batch) one.kept();
        },
        (error) => {
          for (const one of batch) one.failed(error);
        },
      );
    }
    queues.delete(tenant);
  };

  return {
    note: (facts) =>
      new Promise((kept, failed) => {
        const entry = { ...facts, id: runtime.newId("aud"), at: runtime.now().toISOString() };
        const queue = queues.get(facts.tenant);
        if (queue) queue.push({ entry, kept, failed });
        else {
          const opened: Waiting[] = [{ entry, kept, failed }];
          queues.set(facts.tenant, opened);
          void writeAll(facts.tenant, opened);
        }
      }),

    async list(tenant, filter, limit) {
      const tenants = tenant === undefined ? await tenantRegistry.list() : [tenant];
      const found: AuditEntry[] = [];
      for (const one of tenants) found.push(...(await inTenant(one, () => store.list(one, filter, limit))));
      return found.sort(newestFirst).slice(0, limit);
    },

    async removeOlderThan(tenant, days) {
      if (days === 0) return 0;
      const before = daysBefore(runtime.now(), days);
      return inTenant(tenant, () => store.removeBefore(tenant, before));
    },
  };
}

const newestFirst = (a: AuditEntry, b: AuditEntry) => (a.at === b.at ? (a.id < b.id ? 1 : -1) : a.at < b.at ? 1 : -1);
