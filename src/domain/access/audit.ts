import { daysBefore } from "../../base/days.js";
import type { Runtime } from "../../base/runtime.js";
import type { SqlSession } from "../../engine/sql.js";
import { inTenant } from "../../engine/tenant-scope.js";
import type { AuditEntry, AuditFilter, AuditStore } from "../../store/access/audit-store.js";
import type { TenantRegistry } from "../../store/access/tenant-registry.js";

export type AuditFacts = Omit<AuditEntry, "id" | "at">;

/** The tenant of unauthenticated requests. No token can have it: names do not begin with a bracket. */
export const anonymousTenant = "(nobody)";

export interface Audit {
  /** Resolves when the entry is stored. */
  note(facts: AuditFacts): Promise<void>;
  /** Adds the entry as part of a transaction of the tenant. */
  noteWithin(session: SqlSession, facts: AuditFacts): Promise<void>;
  /** Newest first; of one tenant, or of all. */
  list(tenant: string | undefined, filter: AuditFilter, limit: number): Promise<AuditEntry[]>;
  /** People who signed in with OAuth and whose acts were audited, with the time of the last one. */
  signedInPeople(tenant: string): Promise<{ readonly user: string; readonly at: string }[]>;
  removeOlderThan(tenant: string, days: number): Promise<number>;
}

interface QueuedEntry {
  readonly entry: AuditEntry;
  resolve(): void;
  reject(error: unknown): void;
}

interface Deps {
  readonly store: AuditStore;
  readonly tenantRegistry: TenantRegistry;
  readonly runtime: Runtime;
}

/** Batches a tenant's entries: those that arrive during a write share the next transaction, and so one wait for the disk. */
export function createAudit({ store, tenantRegistry, runtime }: Deps): Audit {
  const queues = new Map<string, QueuedEntry[]>();

  const write = async (tenant: string, batch: readonly QueuedEntry[]) => {
    await tenantRegistry.enter(tenant);
    const entries = batch.map(({ entry }) => entry);
    await inTenant(tenant, () => store.add(tenant, entries));
  };

  const writeAll = async (tenant: string, queue: QueuedEntry[]) => {
    while (queue.length > 0) {
      const batch = queue.splice(0);
      await write(tenant, batch).then(
        () => {
          for (const one of batch) one.resolve();
        },
        (error) => {
          for (const one of batch) one.reject(error);
        },
      );
    }
    queues.delete(tenant);
  };

  const entryOf = (facts: AuditFacts): AuditEntry => ({
    ...facts,
    id: runtime.newId("aud"),
    at: runtime.now().toISOString(),
  });

  return {
    noteWithin: (session, facts) => store.addWithin(session, facts.tenant, entryOf(facts)),

    note: (facts) =>
      new Promise((resolve, reject) => {
        const entry = entryOf(facts);
        const queue = queues.get(facts.tenant);
        if (queue) queue.push({ entry, resolve, reject });
        else {
          const newQueue: QueuedEntry[] = [{ entry, resolve, reject }];
          queues.set(facts.tenant, newQueue);
          void writeAll(facts.tenant, newQueue);
        }
      }),

    async list(tenant, filter, limit) {
      const tenants = tenant === undefined ? await tenantRegistry.list() : [tenant];
      const entries: AuditEntry[] = [];
      for (const one of tenants) entries.push(...(await inTenant(one, () => store.list(one, filter, limit))));
      return entries.sort(newestFirst).slice(0, limit);
    },

    signedInPeople: (tenant) => inTenant(tenant, () => store.signedInPeople(tenant)),

    async removeOlderThan(tenant, days) {
      if (days === 0) return 0;
      const before = daysBefore(runtime.now(), days);
      return inTenant(tenant, () => store.removeBefore(tenant, before));
    },
  };
}

const newestFirst = (a: AuditEntry, b: AuditEntry) => (a.at === b.at ? (a.id < b.id ? 1 : -1) : a.at < b.at ? 1 : -1);
