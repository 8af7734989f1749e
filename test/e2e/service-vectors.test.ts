import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { postgresVectors } from "../../src/engine/postgres/postgres-vectors.js";
import { inTenant } from "../../src/engine/tenant-scope.js";
import { searchCondition } from "../../src/store/search/search-filter.js";
import { collectScans, recordStatements } from "../support/collect-plans.js";
import { namedServer } from "../support/postgres-server.js";
import { openTenantDatabase, type TenantDatabase } from "../support/tenant-database.js";

const named = process.env.THROUGHLINE_TEST_POSTGRES ?? "";
const sizes = { large: 20_000, small: 100 };
type Tenant = keyof typeof sizes;
const model = "test";

/** Documents with vectors around 200 centers, as texts are about a limited number of subjects. */
const seed = (tenant: string, count: number): string[] => [
  `INSERT INTO search_documents (tenant, id, kind, project, scope, source, session, at, title, body, reply, files, tags,
     confidence, supersedes, digest)
   SELECT '${tenant}', 'memory/' || n, 'memory', 'shop', 'current', n::TEXT, '', '2026-01-01', 'Lesson', 'Body', '', '[]', '[]',
     1, '', '' FROM generate_series(1, ${count}) n`,
  `INSERT INTO search_vectors (tenant, nr, model, passage, codes, steps, step)
   SELECT '${tenant}', nr, '${model}', 0, '', '', 1 FROM search_documents WHERE tenant = '${tenant}'`,
  `INSERT INTO search_places (tenant, seq, nr, model, dimensions, place)
   SELECT '${tenant}', v.seq, v.nr, '${model}', 384, (SELECT ${unit("sin(v.nr % 200 * i) + 0.5 * sin(v.nr * i)")}
     FROM generate_series(1, 384) i) FROM search_vectors v WHERE v.tenant = '${tenant}'`,
];
const unit = (expression: string) => `l2_normalize(array_agg(${expression})::halfvec)`;

const question = (center: number) => {
  const vector = Float32Array.from({ length: 384 }, (_, i) => Math.sin(center * (i + 1)));
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
};

if (named === "") it.skip("vectors in pgvector (skipped: THROUGHLINE_TEST_POSTGRES names no server)", () => {});
else {
  describe("vectors in pgvector", () => {
    const server = namedServer(named);
    let database: TenantDatabase;
    beforeAll(async () => {
      database = await openTenantDatabase(server);
      const tenants = [...Object.entries(sizes), ...Array.from({ length: 50 }, (_, i) => [`other${i}`, 10] as const)];
      await server.run(database.ownerUrl, ...tenants.flatMap(([tenant, count]) => seed(tenant, count)), "ANALYZE");
    }, 600_000);
    afterAll(() => database.close());

    const filterOf = (tenant: Tenant) => {
      const { text: where, params } = searchCondition(tenant, { kinds: ["memory"], projects: ["shop"] });
      return { where, params };
    };
    const nearest = (tenant: Tenant, center: number, sql = database.service) =>
      inTenant(tenant, () =>
        postgresVectors.nearest(sql, { model, query: question(center), ...filterOf(tenant), limit: 50 }),
      );
    const scansOf = async (tenant: Tenant) => {
      const { sql, statements } = recordStatements(database.service);
      await nearest(tenant, 7, sql);
      return collectScans(database.rootUrl, { role: database.serviceRole, tenant, statements });
    };

    const vectorsReadOf = async (tenant: Tenant) =>
      (await scansOf(tenant)).filter(({ table }) => table === "search_places").reduce((sum, { rows }) => sum + rows, 0);

    it("reads few vectors of a large tenant, and those of a small one alone", async () => {
      expect(await vectorsReadOf("large")).toBeGreaterThan(0);
      expect(await vectorsReadOf("large")).toBeLessThan(2000);
      expect(await vectorsReadOf("small")).toBe(sizes.small);
    });

    it("finds most of the nearest ones, and only of the tenant", async () => {
      for (const tenant of ["large", "small"] as const) {
        let found = 0;
        for (const center of [3, 42, 77, 150]) {
          const exact = await exactly(tenant, center);
          const seqs = await nearest(tenant, center);
          found += exact.filter((seq) => seqs.includes(seq)).length / exact.length / 4;
          expect(seqs).toHaveLength(50);
        }
        expect(found).toBeGreaterThan(0.9);
      }
    });

    const exactly = async (tenant: Tenant, center: number) => {
      const vector = `[${question(center).join(",")}]`;
      const text = `SELECT seq FROM search_places WHERE tenant = ? ORDER BY (place <#> CAST(? AS halfvec)) + 0 LIMIT 50`;
      const rows = await database.owner.all<{ seq: number }>(text, [tenant, vector]);
      return rows.map(({ seq }) => Number(seq));
    };
  });
}
