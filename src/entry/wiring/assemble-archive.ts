import { AppError } from "../../base/errors.js";
import type { Settings } from "../../base/settings.js";
import { createArchive } from "../../domain/archive/archive.js";
import { createIngest } from "../../domain/archive/ingest/ingest.js";
import { localTenant } from "../../domain/archive/local-tenant.js";
import { promoteFixes, type RecordFixCandidate } from "../../domain/archive/promote-fixes.js";
import { createExchangeFinder } from "../../domain/archive/query/find-exchanges.js";
import { createExchangeDocuments, reindex } from "../../domain/archive/query/reindex.js";
import { createAutoLoad } from "../../domain/archive/recall/auto-load.js";
import { createSessions } from "../../domain/archive/sessions/sessions.js";
import type { Call } from "../../domain/call.js";
import type { ProjectRegistry } from "../../domain/identity/project-registry.js";
import { createOverview } from "../../domain/overview/overview.js";
import type { RedactionGateway } from "../../domain/redaction/redaction-gateway.js";
import type { Search } from "../../domain/search/search.js";
import type { Redact } from "../../engine/redacting.js";
import { exchangeKind } from "../../store/archive/exchange-document.js";
import { openExchangeStore } from "../../store/archive/exchange-store.js";
import { openHandedFixStore } from "../../store/archive/handed-fix-store.js";
import { openPatternStore } from "../../store/archive/pattern-store.js";
import { openSessionPages } from "../../store/archive/session-pages.js";
import { openSessionStore } from "../../store/archive/session-store.js";
import { openSliceStore } from "../../store/archive/slice-store.js";
import { openTranscriptStore } from "../../store/archive/transcript-store.js";
import { openSearchIndex } from "../../store/search/search-index.js";
import type { Engines } from "./open-engines.js";

type ReadEngine = "machine" | "files" | "platform" | "transcripts" | "foreign" | "gitLocator";

/** Engines and services that the archive needs. */
interface ArchiveEngines extends Pick<Engines, "runtime" | "log" | "home" | "sql" | ReadEngine> {
  /** Deletes records of other families that derive from sessions. */
  readonly onForget?: NonNullable<Parameters<typeof createSessions>[0]["onForget"]>;
  readonly settings: Settings;
  readonly redaction: RedactionGateway;
  /** For names and paths of projects, where compiling the rules would take too long. Default: the rules. */
  readonly redactName?: Redact;
  readonly projectRegistry: ProjectRegistry;
  readonly search: Search;
}

/** Assembles the archive, for the product and for hooks. */
export function assembleArchive(engines: ArchiveEngines) {
  const { sql, settings, redaction } = engines;
  const documents = openSearchIndex(sql, redaction.text);
  const slices = openSliceStore(sql, documents);
  const sessions = openSessionStore(sql, documents);
  const pages = openSessionPages(sql);
  const patterns = openPatternStore(sql);
  const promotedFixes = openHandedFixStore(sql);
  const exchanges = openExchangeStore(sql);
  const finder = createExchangeFinder({ ...engines, exchanges });
  const ingest = createIngest({
    ...engines,
    redactName: engines.redactName ?? redaction.text,
    databases: engines.foreign,
    folders: async () => (await pages.folders(localTenant)).map(({ folder }) => folder),
    exclude: settings["archive.exclude"],
    store: openTranscriptStore(sql, engines.machine),
    slices,
  });
  const exchangeDocuments = createExchangeDocuments({ sessions, exchanges, index: documents });
  return {
    archive: createArchive({ ...engines, ingest, finder, exchanges, patterns }),
    ingest,
    autoLoad: createAutoLoad({ ...engines, finder, exchanges, sessions, patterns }),
    sessions: createSessions({
      ...engines,
      sessions,
      exchanges,
      ingest,
      eraseDeleted: () => sql.eraseDeleted(),
      retention: { days: settings["archive.retentionDays"], megabytes: settings["archive.retentionMB"] },
    }),
    /** For what is given to agents and for lessons. */
    stores: { exchanges, sessions, finder },
    overview: createOverview({ ...engines, pages }),
    promoteFixes: (call: Call, record: RecordFixCandidate) => promoteFixes(call, promotedFixes, record),
    exchangeDocuments: { kind: exchangeKind, documents: exchangeDocuments.of },
    refreshDocuments: exchangeDocuments.refresh,
    rebuildArchive: (call: Call) => reindex(call, { ...engines, sessions, slices }),
  };
}

/** In a process that must not wait for others: the next one writes what it could not. */
export function ignoreBusy(error: unknown): void {
  if (!(error instanceof AppError && error.problem === "unavailable")) throw error;
}
