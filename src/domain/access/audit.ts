import { daysBefore } from "../../base/days.js";
import type { Runtime } from "../../base/runtime.js";
import type { SqlSession } from "../../engine/sql.js";
import { inTenant } from "../../engine/tenant-scope.js";
import type { AuditEntry, AuditFilter, AuditStore } from "../../store/access/audit-store.js";
import type { TenantRegistry } from "../../store/access/tenant-registry.js";
import type { Actor } from "./principal.js";

export type AuditFacts = Omit<AuditEntry, "id" | "at">;
export type Audit = ReturnType<typeof createAudit>;

/** The tenant of unauthenticated requests. No token can have it: names do not begin with a bracket. */
export const anonymousTenant = "(nobody)";

/** What a person did successfully, as an entry says it. */
export const factsOfAct = (
  { user, credential, request }: Actor,
  act: Pick<AuditFacts, "tenant" | "tool" | "target">,
  runtime: Pick<Runtime, "newId">,
): AuditFacts => ({ ...act, user, credential, request: request ?? runtime.newId("req"), result: "ok" });

interface QueuedEntry {
  readonly entry: AuditEntry;
  resolve(): void;
  reject(error: unknown): void;
}

type Deps = { store: AuditStore; registry: TenantRegistry; runtime: Runtime };

/** Batches a tenant's entries: those that arrive during a write share the next transaction, and so one wait for the disk. */
export function createAudit({ store, registry, runtime }: Deps) {
  const queues = new Map<string, QueuedEntry[]>();

  const writeAll = async (tenant: string, queue: QueuedEntry[]) => {
    while (queue.length > 0) {
      const batch = queue.splice(0);
      const entries = batch.map(({ entry }) => entry);
      try {
        await registry.enter(tenant);
        await inTenant(tenant, () => store.add(tenant, entries));
        for (const one of batch) one.resolve();
      } catch (error) {
        for (const one of batch) one.reject(error);
      }
    }
    queues.delete(tenant);
  };

  const entryOf = (facts: AuditFacts) => ({ ...facts, id: runtime.newId("aud"), at: runtime.now().toISOString() });

  return {
    /** Adds the entry as part of a transaction of the tenant. */
    noteWithin: (session: SqlSession, facts: AuditFacts) => store.addWithin(session, facts.tenant, entryOf(facts)),

    /** Resolves when the entry is stored. */
    note: (facts: AuditFacts) =>
      new Promise<void>((resolve, reject) => {
        const isWriting = queues.has(facts.tenant);
        const queue = queues.get(facts.tenant) ?? [];
        queue.push({ entry: entryOf(facts), resolve, reject });
        queues.set(facts.tenant, queue);
        if (!isWriting) void writeAll(facts.tenant, queue);
      }),

    /** Newest first; of one tenant, or of all. */
    async list(tenant: string | undefined, filter: AuditFilter, limit: number): Promise<AuditEntry[]> {
      const tenants = tenant === undefined ? await registry.list() : [tenant];
      const entries: AuditEntry[] = [];
      for (const one of tenants) entries.push(...(await inTenant(one, () => store.list(one, filter, limit))));
      return entries.sort(newestFirst).slice(0, limit);
    },

    /** People who signed in with OAuth and whose acts were audited, with the time of the last one. */
    signedInPeople: (tenant: string) => inTenant(tenant, () => store.signedInPeople(tenant)),

    async removeOlderThan(tenant: string, days: number): Promise<number> {
      const before = daysBefore(runtime.now(), days);
      return days === 0 ? 0 : inTenant(tenant, () => store.removeBefore(tenant, before));
    },
  };
}

const newestFirst = (a: AuditEntry, b: AuditEntry) => (a.at === b.at ? (a.id < b.id ? 1 : -1) : a.at < b.at ? 1 : -1);
