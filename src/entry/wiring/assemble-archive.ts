import { AppError } from "../../base/errors.js";
import type { Home } from "../../base/home.js";
import type { Log } from "../../base/log.js";
import type { Platform } from "../../base/platform.js";
import type { ResolvedSettings } from "../../base/resolve-settings.js";
import type { Runtime } from "../../base/runtime.js";
import type { ArchiveApp } from "../../domain/app.js";
import { createArchive } from "../../domain/archive/archive.js";
import { createIngest } from "../../domain/archive/ingest/ingest.js";
import { localTenant } from "../../domain/archive/local-tenant.js";
import { promoteFixes, type RecordFixCandidate } from "../../domain/archive/promote-fixes.js";
import { createExchangeFinder, type ExchangeFinder } from "../../domain/archive/query/find-exchanges.js";
import { createExchangeDocuments, reindex } from "../../domain/archive/query/reindex.js";
import { createAutoLoad } from "../../domain/archive/recall/auto-load.js";
import { createSessions } from "../../domain/archive/sessions/sessions.js";
import type { Call } from "../../domain/call.js";
import type { CommandApp } from "../../domain/command-app.js";
import { createProjectRegistry } from "../../domain/identity/project-registry.js";
import { createOverview } from "../../domain/overview/overview.js";
import type { RedactionGateway } from "../../domain/redaction/redaction-gateway.js";
import type { DocumentSource } from "../../domain/search/reindex.js";
import type { Search } from "../../domain/search/search.js";
import type { Files } from "../../engine/files.js";
import type { GitLocator } from "../../engine/git-locator.js";
import type { Redact } from "../../engine/redacting.js";
import type { Sql } from "../../engine/sql.js";
import type { ForeignDatabases, TranscriptFiles } from "../../engine/transcript-files.js";
import { exchangeKind } from "../../store/archive/exchange-document.js";
import { type ExchangeStore, openExchangeStore } from "../../store/archive/exchange-store.js";
import { openHandedFixStore } from "../../store/archive/handed-fix-store.js";
import { type IdentityStore, openIdentityStore } from "../../store/archive/identity-store.js";
import { openPatternStore } from "../../store/archive/pattern-store.js";
import { openSessionPages } from "../../store/archive/session-pages.js";
import { openSessionStore, type SessionStore } from "../../store/archive/session-store.js";
import { openSliceStore } from "../../store/archive/slice-store.js";
import { openTranscriptStore } from "../../store/archive/transcript-store.js";
import { openSearchIndex } from "../../store/search/search-index.js";

/** Engines and services that the archive needs. */
export interface ArchiveEngines {
  readonly runtime: Runtime;
  readonly log: Log;
  readonly home: Home;
  readonly settings: ResolvedSettings;
  readonly sql: Sql;
  /** Identifies the files of this machine if several machines share a database. */
  readonly machine: string;
  readonly files: Files;
  readonly platform: Platform;
  readonly transcripts: TranscriptFiles;
  readonly foreign: ForeignDatabases;
  readonly gitLocator: GitLocator;
  readonly redaction: RedactionGateway;
  /** For names and paths of projects, where compiling the rules would take too long. Default: the rules. */
  readonly redactName?: Redact;
  /** Deletes records of other families that derive from sessions. */
  onForget?(tenant: string, sessionIds: readonly string[], texts: readonly string[]): Promise<void>;
  /** A process that must not wait for others: the next one writes what it could not. */
  readonly isReader?: boolean;
}

interface ArchiveParts
  extends Omit<ArchiveApp, "injection" | "foreignText">,
    Pick<CommandApp, "overview" | "rebuildArchive" | "refreshDocuments"> {
  promoteFixes(call: Call, record: RecordFixCandidate): Promise<number>;
  /** For what is given to agents and for lessons. */
  readonly stores: {
    readonly exchanges: ExchangeStore;
    readonly sessions: SessionStore;
    readonly finder: ExchangeFinder;
  };
  readonly exchangeDocuments: DocumentSource;
}

/** Assembles the archive, for the product and for hooks. */
export function assembleArchive(engines: ArchiveEngines, search: Search): ArchiveParts {
  const { runtime, log, home, settings, sql, files, platform, transcripts, foreign, gitLocator, redaction } = engines;
  const documents = openSearchIndex(sql, redaction.text);
  const exchanges = openExchangeStore(sql);
  const redact = engines.redactName ?? redaction.text;
  const projectRegistry = createProjectRegistry({ store: identityStore(engines), gitLocator, redact });
  const slices = openSliceStore(sql, documents);
  const ingest = createIngest({
    runtime,
    log,
    home,
    files,
    platform,
    transcripts,
    projectRegistry,
    redaction,
    redactName: redact,
    databases: foreign,
    folders: async () => (await openSessionPages(sql).folders(localTenant)).map(({ folder }) => folder),
    exclude: settings.values["archive.exclude"],
    store: openTranscriptStore(sql, engines.machine),
    slices,
  });
  const finder = createExchangeFinder({ search, exchanges, runtime });
  const patterns = openPatternStore(sql);
  const store = openSessionStore(sql, documents);
  const archive = createArchive({ ingest, finder, exchanges, patterns, projectRegistry, runtime });
  const autoLoad = createAutoLoad({
    finder,
    exchanges,
    projectRegistry,
    runtime,
    sessions: store,
    patterns,
    settings: settings.values,
  });
  const promotedFixes = openHandedFixStore(sql);
  const sessions = createSessions({
    sessions: store,
    exchanges,
    projectRegistry,
    ingest,
    gitLocator,
    files,
    runtime,
    ...(engines.onForget ? { onForget: engines.onForget } : {}),
    eraseDeleted: () => engines.sql.eraseDeleted(),
    retention: { days: settings.values["archive.retentionDays"], megabytes: settings.values["archive.retentionMB"] },
  });
  const exchangeDocuments = createExchangeDocuments({ sessions: store, exchanges, index: documents });
  return {
    archive,
    ingest,
    projectRegistry,
    autoLoad,
    sessions,
    stores: { exchanges, sessions: store, finder },
    overview: createOverview({ pages: openSessionPages(sql), projectRegistry, runtime }),
    promoteFixes: (call, record) => promoteFixes(call, promotedFixes, record),
    exchangeDocuments: { kind: exchangeKind, documents: exchangeDocuments.of },
    refreshDocuments: exchangeDocuments.refresh,
    rebuildArchive: (call) => reindex(call, { sessions: store, slices, projectRegistry }),
  };
}

function identityStore({ sql, isReader = false }: ArchiveEngines): IdentityStore {
  const store = openIdentityStore(sql);
  return isReader ? { ...store, add: (...args) => store.add(...args).catch(ignoreBusy) } : store;
}

export function ignoreBusy(error: unknown): void {
  if (!(error instanceof AppError && error.problem === "unavailable")) throw error;
}
