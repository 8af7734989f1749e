import type { App } from "../domain/app.js";
import { createProjects } from "../domain/bridge/projects.js";
import { createTeamContext } from "../domain/context/team-context.js";
import { createHostHooks } from "../domain/hooks/host-hooks.js";
import { createMemories } from "../domain/memory/memories.js";
import { createBackups } from "../domain/system/backups.js";
import { createDoctor } from "../domain/system/doctor.js";
import type { SettingsFiles } from "../domain/system/settings-files.js";
import type { DatabaseFiles } from "../engine/database-files.js";
import type { Host } from "../engine/host.js";
import type { Self } from "../engine/self.js";
import { openKnowledgeStore } from "../store/context/knowledge-store.js";
import { openMemoryStore } from "../store/memory-store.js";
import { migrations } from "../store/migrations/index.js";
import { openProjectStore } from "../store/project-store.js";
import { type ArchiveEngines, assembleArchive } from "./assemble-archive.js";
import { openCodePlugin } from "./opencode-plugin.js";

/** Everything the product takes from outside. */
export interface Engines extends ArchiveEngines {
  readonly settingsFiles: SettingsFiles;
  /** Path of the database file. */
  readonly database: string;
  readonly databases: DatabaseFiles;
  readonly host: Host;
  readonly self: Self;
  edit(path: string): Promise<void>;
}

/** Stores over engines, domain over stores: the same for the product and for its tests. */
export function assemble(engines: Engines): App {
  const {
    world,
    log,
    home,
    settings,
    settingsFiles,
    sql,
    database,
    databases,
    files,
    host,
    homes,
    transcripts,
    self,
    edit,
  } = engines;
  return {
    ...{ world, log, home, settings, settingsFiles, edit },
    context: createTeamContext({ files, knowledge: openKnowledgeStore(files) }),
    memories: createMemories({ store: openMemoryStore(sql), world }),
    ...assembleArchive(engines),
    hostHooks: createHostHooks({
      files,
      transcripts,
      homes,
      home,
      command: self.command,
      openCodePlugin: openCodePlugin(self.command),
    }),
    startSelf: self.start,
    projects: createProjects({ store: openProjectStore(sql), world }),
    backups: createBackups({ sql, database, databases, files, world, migrations: migrations.map(({ name }) => name) }),
    doctor: createDoctor({ host, files, home, sql, settings }),
  };
}
