import { existsSync } from "node:fs";
import { AppError } from "../../base/errors.js";
import type { App } from "../../domain/app.js";
import { isBelow } from "../../domain/archive/ingest/ingest.js";
import { localTenant } from "../../domain/archive/local-tenant.js";
import { createRestore } from "../../domain/archive/sessions/restore-session.js";
import type { MachineApp } from "../../domain/command-app.js";
import { createImports } from "../../domain/imports/imports.js";
import { checkHosts } from "../../domain/install/check-hosts.js";
import { checkRetention } from "../../domain/install/check-retention.js";
import { createHostHooks } from "../../domain/install/host-hooks.js";
import { createInstaller } from "../../domain/install/installer.js";
import { createSmokeTest } from "../../domain/install/smoke-test.js";
import { createMachines } from "../../domain/machines/machines.js";
import { createNotes } from "../../domain/notes/notes.js";
import { createSecrets, rulesVersion } from "../../domain/redaction/report/secrets.js";
import { createRepositoryFacts } from "../../domain/repository-facts/repository-facts.js";
import { createBackups } from "../../domain/system/backups.js";
import { createDoctor } from "../../domain/system/doctor.js";
import { lastExchange } from "../../domain/system/last-exchange.js";
import { moveDatabase } from "../../domain/system/move-database.js";
import type { Sql } from "../../engine/sql.js";
import { inTenant } from "../../engine/tenant-scope.js";
import { openRecordTables } from "../../store/machines/record-tables.js";
import { openSyncedStore } from "../../store/machines/synced-store.js";
import { migrate } from "../../store/migrate.js";
import { migrations } from "../../store/migrations/index.js";
import { pick } from "../../surface/pick.js";
import type { Foundation } from "./foundation.js";
import { type Database, databaseOf } from "./open-database.js";

/** Other programs' files are read and restored unchanged; what is imported from them is redacted. */
export function assembleMachine(
  foundation: Foundation,
  families: Pick<App, "memories" | "guards" | "ingest" | "sessions">,
): MachineApp {
  const { raw, settings, foreign, tree } = foundation;
  /** With the files of other programs, and with our own as they are. */
  const others = { ...foundation, ...families, files: foundation.configFiles };
  const unredacted = { ...foundation, ...families, files: raw.files, databases: foreign };
  const installer = createInstaller(others);
  const machines = createMachines({
    ...foundation,
    files: raw.files,
    openLogs: foundation.openMachineLogs,
    tables: openRecordTables(foundation.sql, foundation.index),
    store: openSyncedStore(raw.sql),
    removeCopies: (tenant, texts) => foundation.removeCopies(tenant, { texts }),
    async forgetSessions(call, ids) {
      await families.sessions.forget(call, { sessions: ids });
    },
    onReceived: (tenant) => families.guards.refreshAll({ tenant }),
  });
  const rules = () => rulesVersion(settings["redaction.prefixes"]);
  const secrets = createSecrets({ ...foundation, ...raw, rules });
  return {
    ...pick(foundation, "signIn", "edit", "runInTerminal", "ask", "notify", "openScreen", "automaticBackups"),
    installer,
    hostHooks: createHostHooks({ ...others, installer }),
    smokeTest: createSmokeTest(others),
    doctor: createDoctor({
      ...foundation,
      settings: foundation.resolved,
      cleaningStatus: secrets.cleaningStatus,
      checkHosts: async () => [
        ...(await checkHosts({ ...others, installer })),
        ...(await checkRetention({ ...others, installer })),
        ...(await machines.check(localTenant)),
      ],
    }),
    restoreSession: createRestore(others),
    imports: createImports({ ...foundation, sources: { tree, databases: foreign } }),
    notes: createNotes({ ...unredacted, isExcluded: (folder) => isBelow(settings["archive.exclude"], folder) }),
    repositoryFacts: createRepositoryFacts(unredacted),
    secrets,
    machines,
    backups: createBackups({ ...foundation, migrations: migrations.map(({ name }) => name) }),
    moveDatabase: moveBetween(foundation),
    lastExchange: (folder) => lastExchange(unredacted, folder),
  };
}

/** `throughline migrate`: opens both databases and closes them again. */
const moveBetween =
  ({ home, runtime }: Foundation): MachineApp["moveDatabase"] =>
  async (call, { from, to, add }) => {
    const databaseAt = (address: string) => databaseOf({ database: address, "database.connections": 4 }, home);
    const [source, target] = [databaseAt(from), databaseAt(to)];
    if (source.label === target.label) throw new AppError("invalid", "Source and target are the same database.");
    // Opening it would create an empty database, and copying that would look like success.
    if (source.path !== undefined && !existsSync(source.path))
      throw new AppError("missing", `Source not found: ${source.path}.`, { hint: "Check the path after sqlite:." });
    const opened: Sql[] = [];
    const open = async (database: Database) => {
      const sql = await database.open();
      opened.push(sql);
      await inTenant("", () => migrate(sql, runtime, migrations));
      await requireFullAccess(sql, database.label);
      return sql;
    };
    try {
      const [fromSql, toSql] = [await open(source), await open(target)];
      const { signal, progress } = call;
      return await moveDatabase({ from: fromSql, to: toSql, source: source.label, add, signal, progress });
    } finally {
      for (const sql of opened) await sql.close();
    }
  };

/** A user who sees one tenant at a time would copy only a part. */
async function requireFullAccess(sql: Sql, label: string): Promise<void> {
  if (await sql.seesEveryTenant()) return;
  throw new AppError("forbidden", `This user of ${label} can see only one tenant at a time.`, {
    hint: "Use the database user that owns the tables.",
  });
}
