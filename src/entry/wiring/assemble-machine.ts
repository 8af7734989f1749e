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
import { createReceipts } from "../../domain/receipts/receipts.js";
import { createSecrets, rulesVersion } from "../../domain/redaction/report/secrets.js";
import { createRepositoryFacts } from "../../domain/repository-facts/repository-facts.js";
import { createBackups } from "../../domain/system/backups.js";
import { createDoctor } from "../../domain/system/doctor.js";
import { lastExchange } from "../../domain/system/last-exchange.js";
import { openRecordTables } from "../../store/machines/record-tables.js";
import { openSyncedStore } from "../../store/machines/synced-store.js";
import { migrations } from "../../store/migrations/index.js";
import { removeCopiesIn } from "./erase-copies.js";
import type { Foundation } from "./foundation.js";
import { moveBetween } from "./move-between.js";

/** Other programs' files are read and restored unchanged; what is imported from them is redacted. */
export function assembleMachine(
  foundation: Foundation,
  { memories, guards, ingest, sessions }: Pick<App, "memories" | "guards" | "ingest" | "sessions">,
): MachineApp {
  const { engines, redaction, sql, files, automaticBackups } = foundation;
  const { runtime, home, settings, host, lock, platform, configFiles, launch, self, tree, foreign } = engines;
  const { database, databases, openRepository, gitLocator, transcripts, edit, ask, notify, openScreen } = engines;
  const installer = createInstaller({ files: configFiles, lock, platform, home, launch });
  const machines = createMachines({
    sql,
    home,
    host,
    lock,
    runtime,
    files: engines.files,
    openLogs: engines.openMachineLogs,
    tables: openRecordTables(sql, foundation.index),
    store: openSyncedStore(engines.sql),
    removeCopies: (tenant, texts) => removeCopiesIn(foundation)(tenant, { texts }),
    async forgetSessions(call, ids) {
      await sessions.forget(call, { sessions: ids });
    },
    onReceived: (tenant) => guards.refreshAll({ tenant }),
  });
  const secrets = createSecrets({
    tree,
    openRepository,
    home,
    runtime,
    sql: engines.sql,
    redactor: engines.redactor,
    files: engines.files,
    rules: () => rulesVersion(settings.values["redaction.prefixes"]),
  });
  return {
    installer,
    edit,
    ask,
    notify,
    openScreen,
    signIn: engines.signIn,
    runInTerminal: engines.runInTerminal,
    hostHooks: createHostHooks({ files: configFiles, platform, installer }),
    smokeTest: createSmokeTest({ self, files: configFiles, platform, launch }),
    doctor: createDoctor({
      host,
      files,
      home,
      sql,
      settings,
      automaticBackups,
      sandbox: engines.sandbox,
      receipts: createReceipts({ files, home }),
      cleaningStatus: secrets.cleaningStatus,
      checkHosts: async () => [
        ...(await checkHosts({ installer, files: configFiles, platform, launch })),
        ...(await checkRetention({ installer, files: configFiles, platform, ingest, runtime })),
        ...(await machines.check(localTenant)),
      ],
    }),
    restoreSession: createRestore({
      sessions,
      ingest,
      platform,
      home,
      runtime,
      files: configFiles,
      runInTerminal: engines.runInTerminal,
    }),
    imports: createImports({ sources: { tree, databases: foreign }, platform }),
    notes: createNotes({
      files: engines.files,
      transcripts,
      databases: foreign,
      platform,
      memories,
      redaction,
      isExcluded: (folder) => isBelow(settings.values["archive.exclude"], folder),
    }),
    repositoryFacts: createRepositoryFacts({ files: engines.files, gitLocator, memories, redaction }),
    secrets,
    machines,
    automaticBackups,
    backups: createBackups({
      sql,
      database,
      databases,
      files,
      runtime,
      migrations: migrations.map(({ name }) => name),
    }),
    moveDatabase: moveBetween(home, runtime),
    lastExchange: (folder) => lastExchange({ files: engines.files, gitLocator }, folder),
  };
}
