import type { Runtime } from "../../base/runtime.js";
import type { AmbientTransaction } from "../../engine/ambient-transaction.js";
import type { PoolUse, Sql, Writes } from "../../engine/sql.js";
import { openAuditStore } from "../../store/access/audit-store.js";
import { openIdempotencyStore } from "../../store/access/idempotency-store.js";
import { openQuotaStore } from "../../store/access/quota-store.js";
import { openRateLimitStore } from "../../store/access/rate-limit-store.js";
import { openTenantRegistry } from "../../store/access/tenant-registry.js";
import { openTenantRows } from "../../store/access/tenant-rows.js";
import { openTokenStore } from "../../store/access/token-store.js";
import { type CountRecords, openRecordCount } from "../../store/record-counts.js";
import { type Audit, type AuditFacts, createAudit } from "./audit.js";
import { createIdempotency, type Idempotency } from "./idempotency.js";
import { createQuotas, type Quotas } from "./quota.js";
import { createRateLimits, type RateLimits } from "./rate-limits.js";
import { createTenants, type Tenants } from "./tenants.js";
import { createTokens, type Tokens } from "./tokens.js";

/** Authentication, authorization, limits and audit of a team service. */
export interface Access {
  readonly tokens: Tokens;
  readonly audit: Audit;
  readonly rateLimits: RateLimits;
  readonly idempotency: Idempotency;
  readonly quotas: Quotas;
  /** Memories, fixes and checkpoints of a tenant. */
  readonly countRecords: CountRecords;
  /** Writes as part of a call's own transaction. */
  readonly alongside: AmbientTransaction["alongside"];
  /** Runs `body` and adds an entry about its result, in one transaction. */
  audited<T>(tenant: string, body: () => Promise<T>, facts: (result: T) => AuditFacts): Promise<T>;
  /** For the operator. */
  readonly tenants: Tenants;
  /** The names of all tenants that were ever served. */
  servedTenants(): Promise<string[]>;
  /** Whether the database accepts writes; throws when it does not answer. */
  writes(): Promise<Writes>;
  /** Connections of this process to the database, where there are any. */
  pool(): PoolUse | undefined;
  /** Whether the database shows this process the rows of one tenant at a time. */
  isIsolated(): Promise<boolean>;
}

/** Uses the database without redaction: hashes and keys look like secrets, and no contents are written here. */
export function createAccess({
  sql,
  ambient,
  runtime,
  onTenantRemove: onRemove,
}: {
  sql: Sql;
  ambient: AmbientTransaction;
  runtime: Runtime;
  onTenantRemove(tenant: string, texts: readonly string[]): Promise<void>;
}): Access {
  const tenantRegistry = openTenantRegistry(sql);
  const audit = createAudit({ store: openAuditStore(sql), tenantRegistry, runtime });
  const tokens = createTokens({ store: openTokenStore(sql), audit, runtime });
  const count = openRecordCount(sql);
  return {
    audit,
    alongside: ambient.alongside,
    tokens,
    async audited(tenant, body, facts) {
      await tenantRegistry.enter(tenant);
      return ambient.inTransaction(async () => {
        const result = await body();
        await audit.noteWithin(sql, facts(result));
        return result;
      });
    },
    rateLimits: createRateLimits({ store: openRateLimitStore(sql), tenantRegistry, runtime }),
    idempotency: createIdempotency({ store: openIdempotencyStore(sql), ambient, runtime }),
    quotas: createQuotas({ count, store: openQuotaStore(sql), audit, runtime }),
    countRecords: count,
    tenants: createTenants({
      registry: tenantRegistry,
      tokens,
      rows: openTenantRows(sql),
      count,
      audit,
      runtime,
      onRemove,
    }),
    servedTenants: tenantRegistry.list,
    writes: () => sql.writes(),
    pool: () => sql.pool?.(),
    isIsolated: async () => !sql.dialect.isKeyedByTenant || !(await sql.seesEveryTenant()),
  };
}
