import type { Runtime } from "../../base/runtime.js";
import type { AmbientTransaction } from "../../engine/ambient-transaction.js";
import type { Sql } from "../../engine/sql.js";
import { openAuditStore } from "../../store/access/audit-store.js";
import { openIdempotencyStore } from "../../store/access/idempotency-store.js";
import { openQuotaStore } from "../../store/access/quota-store.js";
import { openRateLimitStore } from "../../store/access/rate-limit-store.js";
import { openTenantRegistry } from "../../store/access/tenant-registry.js";
import { openTenantRows } from "../../store/access/tenant-rows.js";
import { openTokenStore } from "../../store/access/token-store.js";
import { openRecordCount } from "../../store/record-counts.js";
import { type AuditFacts, createAudit } from "./audit.js";
import { createIdempotency } from "./idempotency.js";
import { createQuotas } from "./quota.js";
import { createRateLimits } from "./rate-limits.js";
import { createTenants } from "./tenants.js";
import { createTokens } from "./tokens.js";

/** Authentication, authorization, limits and audit of a team service. */
export type Access = ReturnType<typeof createAccess>;

interface Deps {
  readonly sql: Sql;
  readonly ambient: AmbientTransaction;
  readonly runtime: Runtime;
  onTenantRemove(tenant: string, texts: readonly string[]): Promise<void>;
}

/** Uses the database without redaction: hashes and keys look like secrets, and no contents are written here. */
export function createAccess({ sql, ambient, runtime, onTenantRemove: onRemove }: Deps) {
  const registry = openTenantRegistry(sql);
  const audit = createAudit({ store: openAuditStore(sql), registry, runtime });
  const tokens = createTokens({ store: openTokenStore(sql), audit, runtime });
  const count = openRecordCount(sql);
  return {
    tokens,
    audit,
    rateLimits: createRateLimits({ store: openRateLimitStore(sql), tenantRegistry: registry, runtime }),
    idempotency: createIdempotency({ store: openIdempotencyStore(sql), ambient, runtime }),
    quotas: createQuotas({ count, store: openQuotaStore(sql), audit, runtime }),
    /** Memories, fixes and checkpoints of a tenant. */
    countRecords: count,
    /** Writes as part of a call's own transaction. */
    alongside: ambient.alongside,
    /** Runs `body` and adds an entry about its result, in one transaction. */
    async audited<T>(tenant: string, body: () => Promise<T>, facts: (result: T) => AuditFacts): Promise<T> {
      await registry.enter(tenant);
      return ambient.inTransaction(async () => {
        const result = await body();
        await audit.noteWithin(sql, facts(result));
        return result;
      });
    },
    /** For the operator. */
    tenants: createTenants({ registry, tokens, rows: openTenantRows(sql), count, audit, runtime, onRemove }),
    /** The names of all tenants that were ever served. */
    servedTenants: registry.list,
    /** Whether the database accepts writes; throws when it does not answer. */
    writes: () => sql.writes(),
    /** Connections of this process to the database, where there are any. */
    pool: () => sql.pool?.(),
    /** Whether the database shows this process the rows of one tenant at a time. */
    isIsolated: async () => !sql.dialect.isKeyedByTenant || !(await sql.seesEveryTenant()),
  };
}
