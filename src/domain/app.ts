import type { Home } from "../base/home.js";
import type { Log } from "../base/log.js";
import type { ResolvedSettings } from "../base/resolve-settings.js";
import type { World } from "../base/world.js";
import type { Archive } from "./archive/archive.js";
import type { Bridge } from "./bridge/bridge.js";
import type { Call } from "./call.js";
import type { TeamContext } from "./context/team-context.js";
import type { Memories } from "./memory/memories.js";
import type { Redaction } from "./redaction/redaction.js";
import type { Secrets } from "./redaction/secrets.js";
import type { Embedding } from "./search/embedding.js";
import type { Reindex } from "./search/reindex.js";
import type { Search } from "./search/search.js";
import type { Backups } from "./system/backups.js";
import type { Doctor } from "./system/doctor.js";
import type { SettingsFiles } from "./system/settings-files.js";

/** All that a tool, a resource or a command may use. */
export interface App {
  readonly world: World;
  readonly log: Log;
  readonly home: Home;
  readonly redaction: Redaction;
  readonly secrets: Secrets;
  readonly settings: ResolvedSettings;
  readonly settingsFiles: SettingsFiles;
  readonly context: TeamContext;
  readonly memories: Memories;
  readonly archive: Archive;
  readonly search: Search;
  readonly embedding: Embedding;
  readonly reindex: Reindex;
  readonly bridge: Bridge;
  readonly backups: Backups;
  readonly doctor: Doctor;
  /** Opens a file in the person's editor and waits. */
  edit(path: string): Promise<void>;
}

/** The product as one call sees it. */
export interface AppCall extends App {
  readonly call: Call;
}
