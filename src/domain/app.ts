import type { Home } from "../base/home.js";
import type { Log } from "../base/log.js";
import type { ResolvedSettings } from "../base/resolve-settings.js";
import type { Runtime } from "../base/runtime.js";
import type { Screen } from "../engine/screen.js";
import type { SelfRun } from "../engine/self.js";
import type { Access } from "./access/access.js";
import type { Archive } from "./archive/archive.js";
import type { Ingest } from "./archive/ingest/ingest.js";
import type { PastFixes } from "./archive/query/past-fixes.js";
import type { Reindexed } from "./archive/query/reindex.js";
import type { AutoLoad } from "./archive/recall/auto-load.js";
import type { Sessions } from "./archive/sessions/sessions.js";
import type { Bridge } from "./bridge/bridge.js";
import type { Call } from "./call.js";
import type { CodeIndex } from "./code/code-index.js";
import type { TeamContext } from "./context/team-context.js";
import type { Diagnoses } from "./diagnosis/diagnosis.js";
import type { HostHooks } from "./hooks/host-hooks.js";
import type { ProjectRegistry } from "./identity/project-registry.js";
import type { ProjectResolver } from "./identity/project-resolver.js";
import type { Imports } from "./imports/imports.js";
import type { Installer } from "./install/installer.js";
import type { Rehearsal } from "./install/rehearsal.js";
import type { Checkpoints } from "./memory/checkpoints.js";
import type { Memories } from "./memory/memories.js";
import type { Remediations } from "./memory/remediations.js";
import type { Notes } from "./notes/notes.js";
import type { Overview } from "./overview/overview.js";
import type { Receipts } from "./receipts/receipts.js";
import type { Redaction } from "./redaction/redaction.js";
import type { Secrets } from "./redaction/report/secrets.js";
import type { Remote } from "./remote/remote.js";
import type { Reindex } from "./search/reindex.js";
import type { Search } from "./search/search.js";
import type { Embedding } from "./search/vectors/embedding.js";
import type { Backups } from "./system/backups.js";
import type { DatabaseMove } from "./system/database-move.js";
import type { Doctor } from "./system/doctor.js";
import type { MoveReport } from "./system/move-database.js";
import type { SettingsFiles } from "./system/settings-files.js";

/** All that a tool, a resource or a command may use. */
export interface App {
  readonly runtime: Runtime;
  readonly log: Log;
  readonly home: Home;
  readonly redaction: Redaction;
  readonly secrets: Secrets;
  readonly settings: ResolvedSettings;
  readonly settingsFiles: SettingsFiles;
  readonly context: TeamContext;
  readonly identity: ProjectResolver;
  readonly memories: Memories;
  readonly checkpoints: Checkpoints;
  readonly remediations: Remediations;
  readonly diagnoses: Diagnoses;
  readonly code: CodeIndex;
  readonly archive: Archive;
  readonly ingest: Ingest;
  readonly identities: ProjectRegistry;
  readonly autoLoad: AutoLoad;
  readonly sessions: Sessions;
  readonly overview: Overview;
  readonly pastFixes: PastFixes;
  /** Hands the errors that sessions overcame to the memory as candidates; answers how many. */
  promoteFixes(call: Call): Promise<number>;
  readonly hostHooks: HostHooks;
  /** Draws everything in the archive anew from the events that are kept. */
  redrawArchive(call: Call): Promise<Reindexed>;
  /** Writes search documents of sessions that an earlier version archived again; false when all are current. */
  refreshDocuments(tenant: string, sessions: number): Promise<boolean>;
  /** Runs this program with other arguments, as an agent would. */
  startSelf(args: readonly string[], input: string): Promise<SelfRun>;
  readonly search: Search;
  /** Brings what the team wrote down in this project into the search over everything. */
  indexContext(call: Call): Promise<void>;
  readonly embedding: Embedding;
  readonly reindex: Reindex;
  readonly bridge: Bridge;
  readonly backups: Backups;
  /** Copies one database into another, both named as the setting `database` names them. */
  moveDatabase(call: Call, move: DatabaseMove): Promise<MoveReport>;
  readonly doctor: Doctor;
  readonly installer: Installer;
  readonly imports: Imports;
  readonly notes: Notes;
  readonly rehearsal: Rehearsal;
  readonly receipts: Receipts;
  readonly access: Access;
  /** The team's service, where the settings name one. */
  readonly remote: Remote | undefined;
  /** When the project of a folder last exchanged something with its remote. */
  lastExchange(folder: string): Promise<Date | undefined>;
  /** Opens a file in the person's editor and waits. */
  edit(path: string): Promise<void>;
  /** Asks the person at the terminal; undefined when nobody is there to answer. */
  ask(question: string): Promise<boolean | undefined>;
  /** Takes the whole terminal; undefined where nobody sits at one. */
  openScreen(): Screen | undefined;
}

/** The product as one call sees it. */
export interface AppCall extends App {
  readonly call: Call;
}
