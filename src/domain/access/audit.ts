import type { World } from "../../base/world.js";
import type { AuditEntry, AuditFilter, AuditStore } from "../../store/access/audit-store.js";

export type AuditFacts = Omit<AuditEntry, "id" | "at">;

export interface Audit {
  /** Returns when the entry is kept. */
  note(facts: AuditFacts): Promise<void>;
  list(filter: AuditFilter, limit: number): Promise<AuditEntry[]>;
  removeOlderThan(days: number): Promise<number>;
}

interface Waiting {
  readonly entry: AuditEntry;
  kept(): void;
  failed(error: unknown): void;
}

/** Entries that come while others are being written share the next transaction: one wait for the disk serves many. */
export function createAudit({ store, world }: { store: AuditStore; world: World }): Audit {
  let waiting: Waiting[] = [];
  let isWriting = false;

  const writeAll = async () => {
    if (isWriting) return;
    isWriting = true;
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      await store.add(batch.map(({ entry }) => entry)).then(
        () => {
          for (const one of batch) one.kept();
        },
        (error) => {
          for (const one of batch) one.failed(error);
        },
      );
    }
    isWriting = false;
  };

  return {
    note: (facts) =>
      new Promise((kept, failed) => {
        const entry = { ...facts, id: world.newId("aud"), at: world.now().toISOString() };
        waiting.push({ entry, kept, failed });
        void writeAll();
      }),

    list: (filter, limit) => store.list(filter, limit),

    async removeOlderThan(days) {
      if (days === 0) return 0;
      return store.removeBefore(new Date(world.now().getTime() - days * 86_400_000).toISOString());
    },
  };
}
