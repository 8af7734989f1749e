import type { Platform } from "../../base/platform.js";
import { createAccess } from "../../domain/access/access.js";
import type { App } from "../../domain/app.js";
import { isBelow } from "../../domain/archive/ingest/ingest.js";
import { createBridge } from "../../domain/bridge/bridge.js";
import { createCodeIndex } from "../../domain/code/code-index.js";
import { indexContext } from "../../domain/context/index-context.js";
import { createTeamContext } from "../../domain/context/team-context.js";
import { createDiagnoses } from "../../domain/diagnosis/diagnosis.js";
import { createHostHooks } from "../../domain/hooks/host-hooks.js";
import { createProjectResolver } from "../../domain/identity/project-resolver.js";
import { createImports } from "../../domain/imports/imports.js";
import { examineHosts } from "../../domain/install/examine-hosts.js";
import type { Launch } from "../../domain/install/hosts/host.js";
import { createInstaller } from "../../domain/install/installer.js";
import { createRehearsal } from "../../domain/install/rehearsal.js";
import { createAnchors } from "../../domain/memory/anchors.js";
import { createCheckpoints } from "../../domain/memory/checkpoints.js";
import { createMemories } from "../../domain/memory/memories.js";
import { createRemediations } from "../../domain/memory/remediations.js";
import { createNotes } from "../../domain/notes/notes.js";
import { createReceipts } from "../../domain/receipts/receipts.js";
import type { Redactor } from "../../domain/redaction/redact.js";
import { createRedaction } from "../../domain/redaction/redaction.js";
import { createSecrets } from "../../domain/redaction/report/secrets.js";
import { createRemote } from "../../domain/remote/remote.js";
import { createReindex } from "../../domain/search/reindex.js";
import { createSearch } from "../../domain/search/search.js";
import { createEmbedding } from "../../domain/search/vectors/embedding.js";
import { createBackups } from "../../domain/system/backups.js";
import { createDoctor } from "../../domain/system/doctor.js";
import { lastExchange } from "../../domain/system/last-exchange.js";
import { inTurns, type SettingsFiles } from "../../domain/system/settings-files.js";
import type { AgentProcess } from "../../engine/agent-process.js";
import { ambientTransaction } from "../../engine/ambient-transaction.js";
import type { ConfigFiles } from "../../engine/config-files.js";
import type { DatabaseFiles } from "../../engine/database-files.js";
import type { Embedder } from "../../engine/embedder.js";
import type { FileTree } from "../../engine/file-tree.js";
import type { Git } from "../../engine/git.js";
import type { Host } from "../../engine/host.js";
import type { Lock } from "../../engine/lock.js";
import { redactingFiles, redactingRunFiles, redactingSql } from "../../engine/redacting.js";
import type { RemoteTools } from "../../engine/remote-tools.js";
import type { Repositories } from "../../engine/repository.js";
import type { RunFiles } from "../../engine/run-files.js";
import type { Sandbox } from "../../engine/sandbox.js";
import type { Screen } from "../../engine/screen.js";
import type { Self } from "../../engine/self.js";
import type { SourceTree } from "../../engine/source-tree.js";
import type { Spans } from "../../engine/spans.js";
import type { SyntaxParser } from "../../engine/syntax-parser.js";
import type { WorkingTrees } from "../../engine/working-tree.js";
import { openExchangeStore } from "../../store/archive/exchange-store.js";
import { openAnswerCache } from "../../store/bridge/answer-cache.js";
import { openFactStore } from "../../store/bridge/fact-store.js";
import { openOperationStore } from "../../store/bridge/operation-store.js";
import { openProjectStore } from "../../store/bridge/project-store.js";
import { openRunStore } from "../../store/bridge/run-store.js";
import { openCodeStore } from "../../store/code/code-store.js";
import { openLeaseStore } from "../../store/lease-store.js";
import { openCheckpointStore } from "../../store/memory/checkpoint-store.js";
import { forgetSessions } from "../../store/memory/forget-session.js";
import { openMemoryStore } from "../../store/memory/memory-store.js";
import { openRemediationStore } from "../../store/memory/remediation-store.js";
import { migrations } from "../../store/migrations/index.js";
import { openOutboxStore } from "../../store/remote/outbox-store.js";
import { openSearchIndex } from "../../store/search/search-index.js";
import { openVectorStore } from "../../store/search/vector-store.js";
import { type ArchiveEngines, assembleArchive } from "./assemble-archive.js";
import { diagnosisModelOf, readPastFixes } from "./diagnosis-deps.js";
import { moveBetween } from "./move-between.js";
import { codeEntries, publicEntries } from "./public-entries.js";
import { recordFixCandidateIn } from "./record-fix-candidate.js";

/** Everything the product takes from outside. */
export interface Engines extends Omit<ArchiveEngines, "redaction"> {
  readonly redactor: Redactor;
  readonly settingsFiles: SettingsFiles;
  /** Path of the database file, or the server's address. */
  readonly database: string;
  readonly databases: DatabaseFiles;
  readonly tree: FileTree;
  readonly host: Host;
  readonly platform: Platform;
  readonly configFiles: ConfigFiles;
  readonly launch: Launch;
  readonly runFiles: RunFiles;
  readonly repositories: Repositories;
  readonly trees: WorkingTrees;
  readonly processes: AgentProcess;
  readonly sandbox: Sandbox;
  readonly spans: Spans;
  readonly sourceTree: SourceTree;
  readonly parser: SyntaxParser;
  readonly git: Git;
  readonly lock: Lock;
  readonly self: Self;
  /** What finds texts by meaning; without it, search goes by words alone. */
  readonly embedder: Embedder | undefined;
  /** The team's service, where the settings name one. */
  readonly remoteTools?: RemoteTools | undefined;
  edit(path: string): Promise<void>;
  ask(question: string): Promise<boolean | undefined>;
  openScreen(): Screen | undefined;
}

/** Stores over engines, domain over stores: the same for the product and for its tests. */
export function assemble(given: Engines): App {
  const joining = ambientTransaction(given.sql);
  const engines: Engines = { ...given, sql: joining.sql };
  const { runtime, log, home, settings, database, databases, host, git, lock, edit, ask, openScreen } = engines;
  const settingsFiles = inTurns(engines.settingsFiles, lock, home);
  const { platform, configFiles, launch } = engines;
  const { homes, transcripts, self } = engines;
  const { runFiles, repositories, trees, processes, sandbox, spans } = engines;
  const redaction = createRedaction(engines.redactor, log);
  // Behind these two, no store can keep a secret, and none needs to know.
  const sql = redactingSql(engines.sql, redaction.text);
  const files = redactingFiles(engines.files, redaction.text);
  // Behind no redaction: other programs' files are given back as they were.
  const installer = createInstaller({ files: configFiles, lock, platform, home, launch });
  const examine = () => examineHosts({ installer, files: configFiles, platform, launch });
  const index = openSearchIndex(engines.sql, redaction.text);
  const vectors = openVectorStore(engines.sql);
  const { embedder } = engines;
  const search = createSearch({ index, vectors, embedder, runtime });
  // Transcripts are cleaned line by line before they are understood: what is compressed cannot be cleaned afterwards.
  const archive = assembleArchive(
    { ...{ ...engines, redaction }, onForget: (tenant, ids) => forgetSessions(sql, index, tenant, ids) },
    search,
  );
  const { identities } = archive;
  const identity = createProjectResolver({ checkouts: engines.checkouts, identities, user: host.user });
  const { "checkpoints.keepAutomatic": keepAutomatic, "checkpoints.keepDays": keepDays } = settings.values;
  const [memoryStore, remediationStore] = [openMemoryStore(sql, index), openRemediationStore(sql, index)];
  const remediations = createRemediations({ store: remediationStore, search, identity, runtime });
  const embedding = createEmbedding({ vectors, embedder, leases: openLeaseStore(sql, runtime), runtime, log });
  const context = createTeamContext({ files, lock, git, host, runtime, redact: redaction.text });
  // The index redacts what it keeps; of code nothing else is kept.
  const code = createCodeIndex({
    ...{ store: openCodeStore(engines.sql, index), search, identity, runtime },
    ...{ tree: engines.sourceTree, parser: engines.parser },
    ...{ checkouts: engines.checkouts, leases: openLeaseStore(sql, runtime) },
  });
  const runStore = openRunStore(sql);
  const bridge = createBridge({
    ...{ runtime, home, database, sql, files, repositories, trees, processes, sandbox, spans },
    runFiles: redactingRunFiles(runFiles, redaction.text),
    shells: platform.posixShells,
    settings: settings.values,
    leases: openLeaseStore(sql, runtime),
    projectStore: openProjectStore(sql),
    factStore: openFactStore(sql),
    answers: openAnswerCache(sql),
    operations: openOperationStore(sql),
    runStore,
    readContext: async (call, folder, query) => [
      ...(await publicEntries(context, folder)),
      ...(await codeEntries(code, call, folder, query)),
    ],
  });
  const memories = createMemories({
    ...{ store: memoryStore, search, identity, runtime },
    anchors: createAnchors(files),
  });
  return {
    ...{ runtime, log, home, redaction, settings, settingsFiles, edit, ask, openScreen, context },
    identity,
    memories,
    checkpoints: createCheckpoints({
      ...{ store: openCheckpointStore(sql), identity, runtime },
      retention: { keepAutomatic, keepDays },
    }),
    remediations,
    diagnoses: createDiagnoses({
      ...{ remediations, search, redact: redaction.text, timeoutMs: settings.values["diagnosis.timeout"] },
      pastFixes: readPastFixes(openExchangeStore(sql)),
      model: diagnosisModelOf({ settings: settings.values, agents: bridge.agents, runStore, spans, runtime }),
    }),
    code,
    search,
    indexContext: (call) => indexContext(context, index, call),
    ...archive,
    promoteFixes: (call) => archive.handOver(call, recordFixCandidateIn(remediations, identity)),
    hostHooks: createHostHooks({
      // The settings of other programs keep every byte.
      ...{ files: engines.files, transcripts, homes, home, platform, launch },
    }),
    startSelf: self.start,
    embedding,
    reindex: createReindex({
      ...{ index, vectors, embedding },
      sources: [
        { kind: "memory", documents: memoryStore.documents },
        { kind: "remediation", documents: remediationStore.documents },
        archive.exchangeDocuments,
      ],
    }),
    bridge,
    secrets: createSecrets({ tree: engines.tree, git, sql: engines.sql, redactor: engines.redactor }),
    moveDatabase: moveBetween(home, runtime),
    backups: createBackups({
      sql,
      database,
      databases,
      files,
      runtime,
      migrations: migrations.map(({ name }) => name),
    }),
    installer,
    receipts: createReceipts({ files, home }),
    lastExchange: (folder) => lastExchange({ files: engines.files, checkouts: engines.checkouts }, folder),
    notes: createNotes({
      // Agents' own files are read as they are; what is taken from them passes the redaction.
      ...{ files: engines.files, transcripts, databases: engines.foreign, platform, memories, redaction },
      isExcluded: (folder) => isBelow(settings.values["archive.exclude"], folder),
    }),
    rehearsal: createRehearsal({ self, files: configFiles, platform, launch }),
    access: createAccess({ sql: engines.sql, joining, runtime }),
    remote:
      engines.remoteTools &&
      createRemote({
        ...{ tools: engines.remoteTools, store: openOutboxStore(engines.sql), runtime },
        ...{ kinds: settings.values["remote.kinds"], timeoutMs: settings.values["remote.timeout"] },
      }),
    imports: createImports({ sources: { tree: engines.tree, databases: engines.foreign }, platform }),
    doctor: createDoctor({ host, files, home, sql, settings, examineHosts: examine }),
  };
}
