import type { Home } from "../base/home.js";
import type { Log } from "../base/log.js";
import type { ResolvedSettings } from "../base/resolve-settings.js";
import type { World } from "../base/world.js";
import type { App } from "../domain/app.js";
import { createArchive } from "../domain/archive/archive.js";
import { createBridge } from "../domain/bridge/bridge.js";
import { createTeamContext } from "../domain/context/team-context.js";
import { createMemories } from "../domain/memory/memories.js";
import type { Redactor } from "../domain/redaction/redact.js";
import { createRedaction } from "../domain/redaction/redaction.js";
import { createSecrets } from "../domain/redaction/secrets.js";
import { createEmbedding } from "../domain/search/embedding.js";
import { createReindex } from "../domain/search/reindex.js";
import { createSearch } from "../domain/search/search.js";
import { createBackups } from "../domain/system/backups.js";
import { createDoctor } from "../domain/system/doctor.js";
import type { SettingsFiles } from "../domain/system/settings-files.js";
import type { AgentProcess } from "../engine/agent-process.js";
import type { DatabaseFiles } from "../engine/database-files.js";
import type { Embedder } from "../engine/embedder.js";
import type { FileTree } from "../engine/file-tree.js";
import type { Files } from "../engine/files.js";
import type { Git } from "../engine/git.js";
import type { Host } from "../engine/host.js";
import type { Lock } from "../engine/lock.js";
import { redactingFiles, redactingRunFiles, redactingSql } from "../engine/redacting.js";
import type { Repositories } from "../engine/repository.js";
import type { RunFiles } from "../engine/run-files.js";
import type { Sandbox } from "../engine/sandbox.js";
import type { Spans } from "../engine/spans.js";
import type { Sql } from "../engine/sql.js";
import type { WorkingTrees } from "../engine/working-tree.js";
import { openAnswerStore } from "../store/bridge/answer-store.js";
import { openFactStore } from "../store/bridge/fact-store.js";
import { openOperationStore } from "../store/bridge/operation-store.js";
import { openProjectStore } from "../store/bridge/project-store.js";
import { openRunStore } from "../store/bridge/run-store.js";
import { openLeaseStore } from "../store/lease-store.js";
import { openMemoryStore } from "../store/memory-store.js";
import { migrations } from "../store/migrations/index.js";
import { openSearchIndex } from "../store/search/search-index.js";
import { openVectorStore } from "../store/search/vector-store.js";
import { openSessionStore } from "../store/session-store.js";
import { publicEntries } from "./public-entries.js";

/** Everything the product takes from outside. */
export interface Engines {
  readonly world: World;
  readonly log: Log;
  readonly redactor: Redactor;
  readonly home: Home;
  readonly settings: ResolvedSettings;
  readonly settingsFiles: SettingsFiles;
  readonly sql: Sql;
  /** Path of the database file. */
  readonly database: string;
  readonly databases: DatabaseFiles;
  readonly files: Files;
  readonly tree: FileTree;
  readonly host: Host;
  readonly runFiles: RunFiles;
  readonly repositories: Repositories;
  readonly trees: WorkingTrees;
  readonly processes: AgentProcess;
  readonly sandbox: Sandbox;
  readonly spans: Spans;
  readonly git: Git;
  readonly lock: Lock;
  /** What finds texts by meaning; without it, search goes by words alone. */
  readonly embedder: Embedder | undefined;
  edit(path: string): Promise<void>;
}

/** Stores over engines, domain over stores: the same for the product and for its tests. */
export function assemble(engines: Engines): App {
  const { world, log, home, settings, settingsFiles, database, databases, host, git, lock, edit } = engines;
  const { runFiles, repositories, trees, processes, sandbox, spans } = engines;
  const redaction = createRedaction(engines.redactor, log);
  // Behind these two, no store can keep a secret, and none needs to know.
  const sql = redactingSql(engines.sql, redaction.text);
  const files = redactingFiles(engines.files, redaction.text);
  const index = openSearchIndex(engines.sql, redaction.text);
  const vectors = openVectorStore(engines.sql);
  const { embedder } = engines;
  const embedding = createEmbedding({ vectors, embedder, leases: openLeaseStore(sql, world), world, log });
  const context = createTeamContext({ files, lock, git, host, world, redact: redaction.text });
  return {
    ...{ world, log, home, redaction, settings, settingsFiles, edit, context },
    memories: createMemories({ store: openMemoryStore(sql), world }),
    archive: createArchive({ store: openSessionStore(sql), world }),
    search: createSearch({ index, vectors, embedder, world }),
    embedding,
    reindex: createReindex({ index, vectors, embedding, sources: [] }),
    bridge: createBridge({
      ...{ world, home, database, files, repositories, trees, processes, sandbox, spans },
      runFiles: redactingRunFiles(runFiles, redaction.text),
      settings: settings.values,
      leases: openLeaseStore(sql, world),
      projectStore: openProjectStore(sql),
      factStore: openFactStore(sql),
      answers: openAnswerStore(sql),
      operations: openOperationStore(sql),
      runStore: openRunStore(sql),
      readContext: (folder) => publicEntries(context, folder),
    }),
    secrets: createSecrets({ tree: engines.tree, git, sql: engines.sql, redactor: engines.redactor }),
    backups: createBackups({ sql, database, databases, files, world, migrations: migrations.map(({ name }) => name) }),
    doctor: createDoctor({ host, files, home, sql, settings }),
  };
}
