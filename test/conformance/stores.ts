import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { homeAt } from "../../src/base/home.js";
import { fixedRuntime } from "../../src/base/runtime.js";
import { defaultRedactor } from "../../src/domain/redaction/redact.js";
import { createSecrets } from "../../src/domain/redaction/report/secrets.js";
import { openGitRepository } from "../../src/engine/git-cli/open-git-repository.js";
import { nodeFileTree } from "../../src/engine/node-files/node-file-tree.js";
import { nodeFiles } from "../../src/engine/node-files/node-files.js";
import type { Sql } from "../../src/engine/sql.js";
import { openLeaseStore } from "../../src/store/lease-store.js";
import { migrate } from "../../src/store/migrate.js";
import { migrations } from "../../src/store/migrations/index.js";
import { columnsWith } from "../support/search-home.js";

/** Conformance tests of the lease store and of cleaning, for every database. */
export function describeStores(open: () => Promise<Sql>): void {
  let sql: Sql;
  beforeAll(async () => {
    sql = await open();
    await migrate(sql, fixedRuntime(), migrations);
  });
  beforeEach(async () => {
    await sql.run("DELETE FROM leases");
  });
  afterAll(() => sql.close());

  describe("lease store", () => {
    it("has one holder at a time, who may renew", async () => {
      const leases = openLeaseStore(sql, fixedRuntime());
      expect(await leases.take("index", "a", 60_000)).toBe(true);
      expect(await leases.take("index", "b", 60_000)).toBe(false);
      expect(await leases.take("index", "a", 60_000)).toBe(true);
    });

    it("can be taken when the holder releases it or it expires", async () => {
      const leases = openLeaseStore(sql, fixedRuntime());
      await leases.take("index", "a", 60_000);
      await leases.release("index", "b");
      expect(await leases.take("index", "b", 60_000)).toBe(false);
      await leases.release("index", "a");
      expect(await leases.take("index", "b", 500)).toBe(true);
      expect(await leases.take("index", "c", 60_000)).toBe(true);
    });
  });

  describe("cleaning", () => {
    // Assembled here, so that no scanner takes this file for a leak.
    const token = `ghp_${"aB3dE6gH9jK2mN5pQ8sT1vW4xY7zA0cD3eF6"}`;

    it("redacts what was stored before a rule, in slices that another process resumes", async () => {
      const folder = await mkdtemp(join(tmpdir(), "throughline-clean-"));
      // On a database server processes have homes of their own; a file has one.
      const homeOf = (n: number) => homeAt(join(folder, sql.dialect.isKeyedByTenant ? `home${n}` : "home"));
      const process = (n: number) =>
        createSecrets({
          sql,
          files: nodeFiles,
          tree: nodeFileTree,
          openRepository: openGitRepository,
          redactor: defaultRedactor(),
          runtime: fixedRuntime(),
          home: homeOf(n),
          rules: () => "r2",
        });
      for (const name of ["a", "b", "c"])
        await sql.run("INSERT INTO search_state (name, value) VALUES (?, ?)", [name, `Use ${token} ${name}.`]);
      expect(await columnsWith(sql, [token])).toEqual(["search_state.value"]);
      for (let n = 1; (await process(n).cleanNext(() => true))?.position !== undefined; n++)
        expect(n).toBeLessThan(1000);
      await process(0).finishCleaning();
      expect(await columnsWith(sql, [token])).toEqual([]);
      const { isCurrent, last } = await process(9).cleaningStatus();
      expect(isCurrent).toBe(true);
      expect(last?.columns).toEqual([{ column: "search_state.value", values: 3 }]);
      await rm(folder, { recursive: true, force: true });
    });
  });
}
