import type { World } from "../../base/world.js";
import type { JoiningSql } from "../../engine/joining-sql.js";
import type { Sql } from "../../engine/sql.js";
import { openAllowanceStore } from "../../store/access/allowance-store.js";
import { openAnsweredStore } from "../../store/access/answered-store.js";
import { openAuditStore } from "../../store/access/audit-store.js";
import { openRecordCount } from "../../store/access/record-count.js";
import { openTenantRoll } from "../../store/access/tenant-roll.js";
import { openTokenStore } from "../../store/access/token-store.js";
import { type Allowances, createAllowances } from "./allowances.js";
import { type Audit, createAudit } from "./audit.js";
import { createOnce, type Once } from "./once.js";
import { createQuota, type RequireRoom } from "./quota.js";
import { createTokens, type Tokens } from "./tokens.js";

/** Who may come in, what they may, and what they did. */
export interface Access {
  readonly tokens: Tokens;
  readonly audit: Audit;
  readonly allowances: Allowances;
  readonly once: Once;
  readonly requireRoom: RequireRoom;
  /** All tenants that were ever served. */
  tenants(): Promise<string[]>;
  /** Throws when the database does not answer. */
  requireDatabase(): Promise<void>;
}

/** Over the database itself, not the redacting one: hashes and keys look like secrets, and contents never come here. */
export function createAccess({ sql, joining, world }: { sql: Sql; joining: JoiningSql; world: World }): Access {
  const roll = openTenantRoll(sql);
  return {
    tokens: createTokens({ store: openTokenStore(sql), world }),
    audit: createAudit({ store: openAuditStore(sql), roll, world }),
    allowances: createAllowances({ store: openAllowanceStore(sql), roll, world }),
    once: createOnce({ store: openAnsweredStore(sql), joining, world }),
    requireRoom: createQuota({ count: openRecordCount(sql), world }),
    tenants: roll.list,
    async requireDatabase() {
      await sql.all("SELECT 1 AS one");
    },
  };
}
