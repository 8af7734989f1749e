import { expect, it } from "vitest";
import { fixedRuntime } from "../../base/runtime.js";
import { errorSignature } from "../../base/text/error-fingerprint.js";
import { openSqlite } from "../../engine/sqlite/open-sqlite.js";
import { openRemediationStore } from "../memory/remediation-store.js";
import { migrate } from "../migrate.js";
import { openSearchIndex } from "../search/search-index.js";
import { migrations } from "./index.js";
import { m0042FixesByFingerprint } from "./m0026-error-signatures.js";

it("finds a fix that an earlier version stored by the signature of today", async () => {
  const sql = await openSqlite(":memory:");
  await migrate(sql, fixedRuntime(), migrations);
  const problem = "Building the app\nError: Cannot find module '@app/config'";
  const columns = (await sql.all<{ name: string }>("SELECT name FROM pragma_table_info('remediations')")).map(
    ({ name }) => name,
  );
  const known: Record<string, string> = { tenant: "t", owner: "o", id: "r1", problem, fingerprint: "building the app" };
  const lists = ["symptoms", "failed_attempts", "affected_files", "tags"];
  const values = columns.map((name) => known[name] ?? (lists.includes(name) ? "[]" : "0"));
  await sql.run(`INSERT INTO remediations (${columns}) VALUES (${columns.map(() => "?")})`, values);

  await sql.transaction((session) => m0042FixesByFingerprint.up(session));
  const found = await openRemediationStore(sql, openSearchIndex(sql)).withFingerprint("t", errorSignature(problem));
  expect(found).toHaveLength(1);
  await sql.close();
});
