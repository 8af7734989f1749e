import { afterAll, describe, it } from "vitest";
import { openPostgres } from "../../src/engine/postgres/open-postgres.js";
import { currentTenant } from "../../src/engine/tenant-scope.js";
import { namedServer, ownServer, type PostgresServer } from "../support/postgres-server.js";
import { describeEveryStore } from "./every-store.js";
import { openPglite } from "./open-pglite.js";

const named = process.env.THROUGHLINE_TEST_POSTGRES ?? "";

const own = await ownServer();
conform(own);
// The same PostgreSQL in this process, several times slower: only where nothing else shows SQL that works on SQLite alone.
if (typeof own === "string" && !named) describe("on PGlite", () => describeEveryStore(openPglite));
conform(named ? namedServer(named) : "THROUGHLINE_TEST_POSTGRES names no server");

function conform(server: PostgresServer | string): void {
  if (typeof server === "string") {
    it.skip(`every store on a PostgreSQL server (skipped: ${server})`, () => {});
    return;
  }
  describe(`on ${server.name}`, () => {
    afterAll(() => server.stop());
    describeEveryStore(async () =>
      openPostgres(await server.freshDatabase(), { tenant: () => currentTenant() ?? "t" }),
    );
  });
}
