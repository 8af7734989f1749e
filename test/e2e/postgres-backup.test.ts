import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openPostgres } from "../../src/engine/postgres/open-postgres.js";
import { inTenant } from "../../src/engine/tenant-scope.js";
import { openMemoryStore } from "../../src/store/memory/memory-store.js";
import { openSearchIndex } from "../../src/store/search/search-index.js";
import { memoryFor } from "../isolation/records.js";
import { findInstalled, ownServer } from "../support/postgres-server.js";
import { root } from "../support/sources.js";
import { openTenantDatabase } from "../support/tenant-database.js";

const installed = findInstalled();
const server = installed ? await ownServer(installed) : "no PostgreSQL with pg_dump is installed";
/** The commands of the guide, with the owner and service roles of the test. */
const [, commands = ""] =
  /## Backup and restore[\s\S]*?```\n([\s\S]*?)```/.exec(
    readFileSync(join(root, "docs/guides/team-service-database.md"), "utf8"),
  ) ?? [];

if (typeof server === "string") it.skip(`backs up and restores PostgreSQL (skipped: ${server})`, () => {});
else
  it("backs up and restores a team's database with the commands of the guide", async () => {
    const database = await openTenantDatabase(server);
    const index = openSearchIndex(database.service);
    await inTenant("acme", () => openMemoryStore(database.service, index).add("acme", [memoryFor("acme", "zebra")]));
    const folder = mkdtempSync(join(tmpdir(), "throughline-backup-"));
    const { hostname, port, password, username } = new URL(database.rootUrl);
    const restored = (url: string) => Object.assign(new URL(url), { pathname: "/throughline_new" }).href;
    const hasVector =
      (await database.owner.all("SELECT 1 AS one FROM pg_extension WHERE extname = 'vector'")).length > 0;
    const script = commands
      .replaceAll("throughline_owner", new URL(database.ownerUrl).username)
      .replaceAll("throughline_service", database.serviceRole)
      .split("\n")
      .filter((line) => hasVector || !line.includes("EXTENSION vector"));
    expect(script.join("\n")).toContain("pg_restore");
    execFileSync("sh", ["-e", "-c", script.join("\n")], {
      cwd: folder,
      env: {
        ...process.env,
        PATH: `${installed}/bin:${process.env.PATH}`,
        PGHOST: hostname,
        PGPORT: port,
        PGUSER: username,
        PGPASSWORD: password,
        OWNER_URL: database.ownerUrl,
        NEW_OWNER_URL: restored(database.ownerUrl),
      },
    });
    const again = await openPostgres(restored(database.serviceUrl), { tenant: () => "acme" });
    const memories = openMemoryStore(again, openSearchIndex(again));
    const match = { groups: [["zebra"]], excluded: [], filter: {}, limit: 5 };
    expect(await openSearchIndex(again).match("acme", match)).toHaveLength(1);
    await memories.add("acme", [{ ...memoryFor("acme", "okapi"), id: "mem_2", contentKey: "k" }]);
    expect([await memories.count("acme"), await openSearchIndex(again).size("acme")]).toEqual([2, 2]);
    expect(await again.seesEveryTenant()).toBe(false);
    await again.close();
    await database.close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });
