import type { AskPerson } from "../engine/question.js";
import type { Screen } from "../engine/screen.js";
import type { SignIn } from "../engine/sign-in.js";
import type { AppCall } from "./app.js";
import type { Reindexed } from "./archive/query/reindex.js";
import type { Restored } from "./archive/sessions/restore-session.js";
import type { Call } from "./call.js";
import type { Imports } from "./imports/imports.js";
import type { HostHooks } from "./install/host-hooks.js";
import type { Installer } from "./install/installer.js";
import type { SmokeTest } from "./install/smoke-test.js";
import type { Machines } from "./machines/machines.js";
import type { Notes } from "./notes/notes.js";
import type { Purge } from "./purge/purge.js";
import type { Secrets } from "./redaction/report/secrets.js";
import type { RepositoryFacts } from "./repository-facts/repository-facts.js";
import type { Reindex } from "./search/reindex.js";
import type { Embedding } from "./search/vectors/embedding.js";
import type { SurfaceApp } from "./surface-app.js";
import type { AutomaticBackups, Backups } from "./system/backups.js";
import type { Doctor } from "./system/doctor.js";
import type { DatabaseMove, MoveReport } from "./system/move-database.js";

/** Maintenance of this machine: installation, imports, checks, and dialogs with the person at the terminal. */
export interface MachineApp {
  readonly signIn: SignIn;
  readonly installer: Installer;
  readonly hostHooks: HostHooks;
  readonly smokeTest: SmokeTest;
  readonly doctor: Doctor;
  readonly machines: Machines;
  readonly imports: Imports;
  readonly notes: Notes;
  /** Writes a session back as its host's own transcript; in a folder other than its own, if one is named. */
  restoreSession(call: Call, session: string, folder: string): Promise<Restored>;
  readonly repositoryFacts: RepositoryFacts;
  readonly secrets: Secrets;
  readonly backups: Backups;
  readonly automaticBackups: AutomaticBackups;
  /** Copies one database into another, both named as the setting `database` names them. */
  moveDatabase(call: Call, move: DatabaseMove): Promise<MoveReport>;
  /** When the project of a folder last fetched from or pushed to its remote. */
  lastExchange(folder: string): Promise<Date | undefined>;
  /** Opens a file in the person's editor and waits. */
  edit(path: string): Promise<void>;
  /** Hands the terminal to a program in a folder; returns its exit code. */
  runInTerminal(program: string, args: readonly string[], folder?: string): Promise<number>;
  readonly ask: AskPerson;
  /** Shows the person a line while the command runs. */
  notify(line: string): void;
  /** Takes the whole terminal; undefined without one. */
  openScreen(): Screen | undefined;
}

/** The whole product: what a command may use. */
export interface CommandApp extends SurfaceApp, MachineApp {
  readonly embedding: Embedding;
  readonly reindex: Reindex;
  readonly purge: Purge;
  /** Rebuilds everything in the archive from its stored events. */
  rebuildArchive(call: Call): Promise<Reindexed>;
  /** Rewrites the search documents of sessions that an earlier version archived; false when all are current. */
  refreshDocuments(tenant: string, sessions: number): Promise<boolean>;
  /** Records the errors that sessions overcame as candidate remediations; returns how many. */
  promoteFixes(call: Call): Promise<number>;
}

export interface CommandCall extends CommandApp, AppCall {}
