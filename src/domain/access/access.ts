import type { Runtime } from "../../base/runtime.js";
import type { AmbientTransaction } from "../../engine/ambient-transaction.js";
import type { Sql } from "../../engine/sql.js";
import { openAuditStore } from "../../store/access/audit-store.js";
import { openIdempotencyStore } from "../../store/access/idempotency-store.js";
import { openRateLimitStore } from "../../store/access/rate-limit-store.js";
import { openRecordCount } from "../../store/access/record-count.js";
import { openTenantRegistry } from "../../store/access/tenant-registry.js";
import { openTokenStore } from "../../store/access/token-store.js";
import { type Audit, createAudit } from "./audit.js";
import { createIdempotency, type Idempotency } from "./idempotency.js";
import { createQuota, type RequireQuota } from "./quota.js";
import { createRateLimits, type RateLimits } from "./rate-limits.js";
import { createTokens, type Tokens } from "./tokens.js";

/** Authentication, authorization, limits and audit of a team service. */
export interface Access {
  readonly tokens: Tokens;
  readonly audit: Audit;
  readonly rateLimits: RateLimits;
  readonly idempotency: Idempotency;
  readonly requireQuota: RequireQuota;
  /** All tenants that were ever served. */
  tenants(): Promise<string[]>;
  /** Throws when the database does not answer. */
  requireDatabase(): Promise<void>;
}

/** Uses the database without redaction: hashes and keys look like secrets, and no contents are written here. */
export function createAccess({
  sql,
  ambient,
  runtime,
}: {
  sql: Sql;
  ambient: AmbientTransaction;
  runtime: Runtime;
}): Access {
  const tenantRegistry = openTenantRegistry(sql);
  return {
    tokens: createTokens({ store: openTokenStore(sql), runtime }),
    audit: createAudit({ store: openAuditStore(sql), tenantRegistry, runtime }),
    rateLimits: createRateLimits({ store: openRateLimitStore(sql), tenantRegistry, runtime }),
    idempotency: createIdempotency({ store: openIdempotencyStore(sql), ambient, runtime }),
    requireQuota: createQuota({ count: openRecordCount(sql), runtime }),
    tenants: tenantRegistry.list,
    async requireDatabase() {
      await sql.all("SELECT 1 AS one");
    },
  };
}
