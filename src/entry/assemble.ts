import type { App } from "../domain/app.js";
import { createProjects } from "../domain/bridge/projects.js";
import { createTeamContext } from "../domain/context/team-context.js";
import { createHostHooks } from "../domain/hooks/host-hooks.js";
import { createMemories } from "../domain/memory/memories.js";
import type { Redactor } from "../domain/redaction/redact.js";
import { createRedaction } from "../domain/redaction/redaction.js";
import { createSecrets } from "../domain/redaction/secrets.js";
import { createBackups } from "../domain/system/backups.js";
import { createDoctor } from "../domain/system/doctor.js";
import type { SettingsFiles } from "../domain/system/settings-files.js";
import type { DatabaseFiles } from "../engine/database-files.js";
import type { FileTree } from "../engine/file-tree.js";
import type { Git } from "../engine/git.js";
import type { Host } from "../engine/host.js";
import type { Lock } from "../engine/lock.js";
import { redactingFiles, redactingSql } from "../engine/redacting.js";
import type { Self } from "../engine/self.js";
import { openMemoryStore } from "../store/memory-store.js";
import { migrations } from "../store/migrations/index.js";
import { openProjectStore } from "../store/project-store.js";
import { type ArchiveEngines, assembleArchive } from "./assemble-archive.js";
import { openCodePlugin } from "./opencode-plugin.js";

/** Everything the product takes from outside. */
export interface Engines extends Omit<ArchiveEngines, "redaction"> {
  readonly redactor: Redactor;
  readonly settingsFiles: SettingsFiles;
  /** Path of the database file. */
  readonly database: string;
  readonly databases: DatabaseFiles;
  readonly tree: FileTree;
  readonly host: Host;
  readonly git: Git;
  readonly lock: Lock;
  readonly self: Self;
  edit(path: string): Promise<void>;
}

/** Stores over engines, domain over stores: the same for the product and for its tests. */
export function assemble(engines: Engines): App {
  const { world, log, home, settings, settingsFiles, database, databases, host, git, lock, edit } = engines;
  const { homes, transcripts, self } = engines;
  const redaction = createRedaction(engines.redactor, log);
  // Behind these two, no store can keep a secret, and none needs to know.
  const sql = redactingSql(engines.sql, redaction.text);
  const files = redactingFiles(engines.files, redaction.text);
  return {
    ...{ world, log, home, redaction, settings, settingsFiles, edit },
    context: createTeamContext({ files, lock, git, host, world, redact: redaction.text }),
    memories: createMemories({ store: openMemoryStore(sql), world }),
    // Transcripts are cleaned line by line before they are understood: what is compressed cannot be cleaned afterwards.
    ...assembleArchive({ ...engines, redaction }),
    hostHooks: createHostHooks({
      // The settings of other programs keep every byte.
      ...{ files: engines.files, transcripts, homes, home },
      ...{ command: self.command, openCodePlugin: openCodePlugin(self.command) },
    }),
    startSelf: self.start,
    projects: createProjects({ store: openProjectStore(sql), world }),
    secrets: createSecrets({ tree: engines.tree, git, sql: engines.sql, redactor: engines.redactor }),
    backups: createBackups({ sql, database, databases, files, world, migrations: migrations.map(({ name }) => name) }),
    doctor: createDoctor({ host, files, home, sql, settings }),
  };
}
