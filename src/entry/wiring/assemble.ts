import type { Runtime } from "../../base/runtime.js";
import { createAccess } from "../../domain/access/access.js";
import type { AuditFacts } from "../../domain/access/audit.js";
import { atTerminal } from "../../domain/access/principal.js";
import type { Call } from "../../domain/call.js";
import type { CommandApp } from "../../domain/command-app.js";
import { createProjectResolver } from "../../domain/identity/project-resolver.js";
import { createForeignText } from "../../domain/lessons/foreign-text.js";
import { createPurge, type RecordCounts } from "../../domain/purge/purge.js";
import { recordSourcesOf } from "../../domain/purge/record-sources.js";
import { createRecall } from "../../domain/recall/recall.js";
import { createReceipts } from "../../domain/receipts/receipts.js";
import { createRedactionGateway } from "../../domain/redaction/redaction-gateway.js";
import { createReindex, type DocumentSource, type Reindex } from "../../domain/search/reindex.js";
import { createSearch, type Search } from "../../domain/search/search.js";
import { createEmbedding, type Embedding } from "../../domain/search/vectors/embedding.js";
import { createAutomaticBackups } from "../../domain/system/backups.js";
import { withConfigLock } from "../../domain/system/settings-files.js";
import { createRemote, type Remote } from "../../domain/team/remote.js";
import { noActivity } from "../../engine/activity.js";
import { ambientTransaction } from "../../engine/ambient-transaction.js";
import { redactingFiles, redactingSql } from "../../engine/redacting.js";
import { openRunStore } from "../../store/bridge/run-store.js";
import { openLeaseStore } from "../../store/lease-store.js";
import { openCheckpointStore } from "../../store/memory/checkpoint-store.js";
import { forgetSessions } from "../../store/memory/forget-session.js";
import { openRemediationStore } from "../../store/memory/remediation-store.js";
import { openCopyStore } from "../../store/remote/copy-store.js";
import { openOutboxStore } from "../../store/remote/outbox-store.js";
import { openSearchIndex, type SearchIndex } from "../../store/search/search-index.js";
import { openVectorStore } from "../../store/search/vector-store.js";
import { assembleArchive } from "./assemble-archive.js";
import { assembleBridge } from "./assemble-bridge.js";
import { assembleContext } from "./assemble-context.js";
import { assembleDiagnosis } from "./assemble-diagnosis.js";
import { assembleDistiller } from "./assemble-distiller.js";
import { assembleLessons } from "./assemble-lessons.js";
import { assembleMachine } from "./assemble-machine.js";
import { assembleMemory } from "./assemble-memory.js";
import type { Engines } from "./engines.js";
import { eraseCopiesIn, removeCopiesIn } from "./erase-copies.js";
import type { Foundation } from "./foundation.js";
import { recordFixCandidateIn } from "./record-fix-candidate.js";
import { sharedFixesIn } from "./shared-fixes.js";

/** Builds stores on engines and domain on stores, the same way for the product and its tests. */
export function assemble(baseEngines: Engines): CommandApp {
  const ambient = ambientTransaction(baseEngines.sql);
  const engines: Engines = { ...baseEngines, sql: ambient.sql };
  const { runtime, log, home, settings, gitLocator } = engines;
  const redaction = createRedactionGateway(engines.redactor, log);
  const sql = redactingSql(engines.sql, redaction.text);
  const files = redactingFiles(engines.files, redaction.text);
  const receipts = createReceipts({ files, home });
  const leases = openLeaseStore(sql, runtime);
  const automaticBackups = createAutomaticBackups({
    sql,
    leases,
    runtime,
    home,
    settings: settings.values,
    // Not redacted: a copy is the database as it is.
    files: engines.files,
    database: engines.database,
    databases: engines.databases,
  });
  const removeCopies = removeCopiesIn({ receipts, automaticBackups, engines, files, sql });
  const { index, search, embedding, reindexFrom } = assembleSearch({ engines, redaction, leases });
  // Transcripts are redacted line by line before they are parsed: compressed text cannot be redacted later.
  const { promoteFixes, exchangeDocuments, stores, ...archive } = assembleArchive(
    {
      ...engines,
      redaction,
      async onForget(tenant, sessions, texts) {
        await forgetSessions(sql, index, tenant, sessions);
        await removeCopies(tenant, { sessions, texts });
        await memory.guards.refreshAll({ tenant });
      },
    },
    search,
  );
  const identity = createProjectResolver({
    gitLocator,
    projectRegistry: archive.projectRegistry,
    user: engines.host.user,
  });
  const foundation: Foundation = {
    engines,
    redaction,
    sql,
    files,
    leases,
    index,
    search,
    identity,
    receipts,
    automaticBackups,
  };
  const { memoryDocuments, ...memory } = assembleMemory(foundation);
  const injection = assembleLessons(
    {
      runtime,
      settings: settings.values,
      sql: engines.sql,
      files,
      gitLocator,
      embedder: engines.embedder,
      sharedFixes: sharedFixesIn(openRemediationStore(sql, index), identity),
      redact: redaction.text,
    },
    { stores, projectRegistry: archive.projectRegistry },
    memory,
  );
  const context = assembleContext(foundation);
  const bridge = assembleBridge(foundation, context);
  const { projectRegistry, ingest } = archive;
  const eraseCopies = eraseCopiesIn(foundation);
  const access = createAccess({
    sql: engines.sql,
    ambient,
    runtime,
    async onTenantRemove(tenant, texts) {
      await eraseCopies(tenant, texts);
      await memory.guards.refreshAll({ tenant });
    },
  });
  const records = recordSourcesOf({
    ...memory,
    sessions: archive.sessions,
    bridge,
    checkpoints: openCheckpointStore(sql, index),
    runs: openRunStore(sql),
    eraseCopies,
  });
  const recall = createRecall({ ...context, ...memory, search, identity, projectRegistry, ingest });
  return {
    runtime,
    log,
    home,
    redaction,
    settings,
    identity,
    search,
    recall,
    embedding,
    bridge,
    activity: engines.activity,
    ...context,
    ...memory,
    ...archive,
    injection,
    foreignText: createForeignText({ sessions: stores.sessions, ingest, projectRegistry, runtime }),
    ...assembleMachine(foundation, { ...memory, ...archive }),
    distiller: assembleDistiller(foundation, { ...memory, ...archive, exchanges: stores.exchanges, bridge }),
    diagnoses: assembleDiagnosis(foundation, { ...memory, ...context, bridge }),
    reindex: reindexFrom([...memoryDocuments, exchangeDocuments]),
    promoteFixes: (call) => promoteFixes(call, recordFixCandidateIn(memory.remediations, identity)),
    settingsFiles: withConfigLock(engines.settingsFiles, engines.lock, home),
    receipts,
    access,
    purge: createPurge({
      sources: records,
      noteExport: (call, counts) => access.audit.note(auditFactsOf(call, "export", counts, runtime)),
      auditPurge: (call, body) =>
        access.audited(call.tenant, body, (counts) => auditFactsOf(call, "purge", counts, runtime)),
    }),
    remote: openRemoteStore(engines, redaction.value),
    startSelf: engines.self.start,
  };
}

/** The audit has what was done and how much it was, never what it contained. */
function auditFactsOf(
  { tenant, caller, access }: Call,
  tool: string,
  counts: RecordCounts,
  runtime: Pick<Runtime, "newId">,
): AuditFacts {
  const { user, credential } = access?.principal ?? atTerminal(caller);
  return {
    tenant,
    user,
    credential,
    tool,
    result: "ok",
    request: access?.request ?? runtime.newId("req"),
    target: Object.entries(counts)
      .map(([kind, count]) => `${kind}:${count}`)
      .join(","),
  };
}

function openRemoteStore(
  { remoteTools, sql, runtime, settings }: Engines,
  redact: <T>(value: T) => T,
): Remote | undefined {
  if (!remoteTools) return undefined;
  const { "remote.kinds": kinds, "remote.timeout": timeoutMs, "remote.copiedRecords": maxCopied } = settings.values;
  const stores = { store: openOutboxStore(sql), copyStore: openCopyStore(sql) };
  return createRemote({ tools: remoteTools, ...stores, runtime, redact, kinds, timeoutMs, maxCopied });
}

interface SearchParts {
  readonly index: SearchIndex;
  readonly search: Search;
  readonly embedding: Embedding;
  reindexFrom(sources: readonly DocumentSource[]): Reindex;
}

/** Long enough to load the model on a busy machine; a loaded one takes milliseconds for what was just written. */
const recordsWaitMs = 10_000;

/** The index redacts what it stores. */
function assembleSearch({
  engines,
  redaction,
  leases,
}: Pick<Foundation, "engines" | "redaction" | "leases">): SearchParts {
  const { sql, embedder, modelWaitMs, runtime, log, activity, host } = engines;
  const index = openSearchIndex(sql, redaction.text);
  const vectors = openVectorStore(sql);
  const embedding = createEmbedding({
    vectors,
    embedder,
    leases,
    runtime,
    log,
    isOnBattery: host.isOnBattery,
    // A service is never quiet; there, low priority has to do.
    activity: sql.dialect.isKeyedByTenant ? noActivity : activity,
  });
  return {
    index,
    embedding,
    // A service of many tenants leaves new records to its background job.
    search: createSearch({
      index,
      vectors,
      embedder,
      runtime,
      modelWaitMs,
      recordsWaitMs: sql.dialect.isKeyedByTenant ? 0 : recordsWaitMs,
    }),
    reindexFrom: (sources) => createReindex({ index, vectors, embedding, sources }),
  };
}
