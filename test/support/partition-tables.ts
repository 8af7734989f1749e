import { readFileSync } from "node:fs";
import { join } from "node:path";
import { placeTables } from "../../src/engine/postgres/postgres-vectors.js";
import type { PostgresServer } from "./postgres-server.js";
import { root } from "./sources.js";
import type { TenantDatabase } from "./tenant-database.js";

/** Splits the large tables by a hash of the tenant, with the statements of docs/guides/team-service-database.md. */
export async function partitionTables(server: PostgresServer, { ownerUrl, serviceRole }: TenantDatabase) {
  const page = readFileSync(join(root, "docs", "guides", "team-service-database.md"), "utf8");
  const block = /```sql\n(\s*DO \$\$[\s\S]*?END \$\$;)\s*(SELECT throughline_admit[^;]*);/.exec(page);
  if (!block) throw new Error("The guide has no statements to partition tables.");
  const [, split = "", admit = ""] = block;
  await server.run(ownerUrl, split, admit.replace("throughline_service", serviceRole));
}

/** Where the server has no pgvector, a table with the keys of the one that holds its vectors; they cannot be compared. */
export async function addStandInPlaces(server: PostgresServer, { owner, ownerUrl }: TenantDatabase): Promise<boolean> {
  const [row] = await owner.all("SELECT 1 AS x WHERE to_regclass('search_places') IS NOT NULL");
  if (row) return false;
  await server.run(
    ownerUrl,
    "CREATE DOMAIN halfvec AS TEXT",
    ...placeTables,
    "ALTER TABLE search_places ENABLE ROW LEVEL SECURITY",
    `CREATE POLICY one_tenant ON search_places
     USING (tenant = throughline_tenant()) WITH CHECK (tenant = throughline_tenant())`,
  );
  return true;
}
