import type { Migration } from "./migration.js";

/** A tenant's own quota of records, where it differs from the setting; 0 means none. */
export const m0036TenantQuotas: Migration = {
  name: "m0036-tenant-quotas",
  needs: "m0026-error-signatures",
  async up(session) {
    await session.run("CREATE TABLE tenant_quotas (tenant TEXT NOT NULL PRIMARY KEY, records BIGINT NOT NULL)");
  },
};
