import type { Home } from "../base/home.js";
import type { Log } from "../base/log.js";
import type { ResolvedSettings } from "../base/resolve-settings.js";
import type { World } from "../base/world.js";
import type { App } from "../domain/app.js";
import { createArchive } from "../domain/archive/archive.js";
import { createProjects } from "../domain/bridge/projects.js";
import { createCodeIndex } from "../domain/code/code-index.js";
import { createTeamContext } from "../domain/context/team-context.js";
import { createDiagnoses } from "../domain/diagnosis/diagnosis.js";
import { createIdentity } from "../domain/identity/identity.js";
import { createAnchors } from "../domain/memory/anchors.js";
import { createCheckpoints } from "../domain/memory/checkpoints.js";
import { createMemories } from "../domain/memory/memories.js";
import { createRemediations } from "../domain/memory/remediations.js";
import type { Redactor } from "../domain/redaction/redact.js";
import { createRedaction } from "../domain/redaction/redaction.js";
import { createSecrets } from "../domain/redaction/secrets.js";
import { createEmbedding } from "../domain/search/embedding.js";
import { createReindex } from "../domain/search/reindex.js";
import { createSearch } from "../domain/search/search.js";
import { createBackups } from "../domain/system/backups.js";
import { createDoctor } from "../domain/system/doctor.js";
import type { SettingsFiles } from "../domain/system/settings-files.js";
import type { DatabaseFiles } from "../engine/database-files.js";
import type { Embedder } from "../engine/embedder.js";
import type { FileTree } from "../engine/file-tree.js";
import type { Files } from "../engine/files.js";
import type { Git } from "../engine/git.js";
import type { Host } from "../engine/host.js";
import type { Lock } from "../engine/lock.js";
import { redactingFiles, redactingSql } from "../engine/redacting.js";
import type { ReadRepositoryFacts } from "../engine/repository-facts.js";
import type { SourceTree } from "../engine/source-tree.js";
import type { Sql } from "../engine/sql.js";
import type { SyntaxParser } from "../engine/syntax-parser.js";
import { openCodeStore } from "../store/code/code-store.js";
import { openLeaseStore } from "../store/lease-store.js";
import { openCheckpointStore } from "../store/memory/checkpoint-store.js";
import { openMemoryStore } from "../store/memory/memory-store.js";
import { openRemediationStore } from "../store/memory/remediation-store.js";
import { migrations } from "../store/migrations/index.js";
import { openProjectStore } from "../store/project-store.js";
import { openSearchIndex } from "../store/search/search-index.js";
import { openVectorStore } from "../store/search/vector-store.js";
import { openSessionStore } from "../store/session-store.js";

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
  readonly repositoryFacts: ReadRepositoryFacts;
  readonly sourceTree: SourceTree;
  readonly parser: SyntaxParser;
  readonly git: Git;
  readonly lock: Lock;
  /** What finds texts by meaning; without it, search goes by words alone. */
  readonly embedder: Embedder | undefined;
  edit(path: string): Promise<void>;
}

/** Stores over engines, domain over stores: the same for the product and for its tests. */
export function assemble(engines: Engines): App {
  const { world, log, home, settings, settingsFiles, database, databases, host, git, lock, edit } = engines;
  const redaction = createRedaction(engines.redactor, log);
  // Behind these two, no store can keep a secret, and none needs to know.
  const sql = redactingSql(engines.sql, redaction.text);
  const files = redactingFiles(engines.files, redaction.text);
  const identity = createIdentity({ facts: engines.repositoryFacts, user: host.user });
  const { "checkpoints.keepAutomatic": keepAutomatic, "checkpoints.keepDays": keepDays } = settings.values;
  const index = openSearchIndex(engines.sql, redaction.text);
  const vectors = openVectorStore(engines.sql);
  const { embedder } = engines;
  const search = createSearch({ index, vectors, embedder, world });
  const [memoryStore, remediationStore] = [openMemoryStore(sql, index), openRemediationStore(sql, index)];
  const remediations = createRemediations({ store: remediationStore, search, identity, world });
  const embedding = createEmbedding({ vectors, embedder, leases: openLeaseStore(sql, world), world, log });
  return {
    ...{ world, log, home, redaction, settings, settingsFiles, edit },
    context: createTeamContext({ files, lock, git, host, world, redact: redaction.text }),
    identity,
    memories: createMemories({
      ...{ store: memoryStore, search, identity, world },
      anchors: createAnchors(files),
    }),
    checkpoints: createCheckpoints({
      ...{ store: openCheckpointStore(sql), identity, world },
      retention: { keepAutomatic, keepDays },
    }),
    remediations,
    diagnoses: createDiagnoses({ remediations }),
    // The index redacts what it keeps; of code nothing else is kept.
    code: createCodeIndex({
      ...{ store: openCodeStore(engines.sql, index), search, identity, world },
      ...{ tree: engines.sourceTree, parser: engines.parser },
    }),
    archive: createArchive({ store: openSessionStore(sql), world }),
    projects: createProjects({ store: openProjectStore(sql), world }),
    search,
    embedding,
    reindex: createReindex({
      ...{ index, vectors, embedding },
      sources: [
        { kind: "memory", documents: memoryStore.documents },
        { kind: "remediation", documents: remediationStore.documents },
      ],
    }),
    secrets: createSecrets({ tree: engines.tree, sql: engines.sql, redactor: engines.redactor }),
    backups: createBackups({ sql, database, databases, files, world, migrations: migrations.map(({ name }) => name) }),
    doctor: createDoctor({ host, files, home, sql, settings }),
  };
}
