import { join } from "node:path";

/** The folder of everything that is not in a repository. Private to the user. */
export interface Home {
  readonly path: string;
  readonly config: string;
  /** Held while settings are changed. */
  readonly configLock: string;
  readonly database: string;
  readonly logs: string;
  readonly token: string;
  /** Browsers that were signed out before their cookie expired. */
  readonly signedOut: string;
  /** Address of the running server. */
  readonly server: string;
  readonly trusted: string;
  /** Log of injected context, one file per day. */
  readonly receipts: string;
  /** Journal of changes to agents' settings, from which they are restored. */
  readonly install: string;
  /** What the next session of each project would receive, for hosts that run no hooks. */
  readonly briefs: string;
  /** Where hooks note which transcripts changed, one file per day. */
  readonly spool: string;
  /** What concerns the actions in each project, for hooks; rebuilt if missing. */
  readonly guards: string;
  /** Automatic copies of the database, one per day. */
  readonly backups: string;
  /** How far changed rules for secrets were applied to what is stored. */
  readonly cleaning: string;
  /** A copy of the program, if it was installed from the cache of `npx`. */
  readonly program: string;
  /** Models that earlier versions converted for themselves; removed. */
  readonly models: string;
  /** Its time says when somebody last waited for an answer. */
  readonly activity: string;
  /** Where this machine syncs to, the key of what it writes there, its copy of a git remote, and held during a sync. */
  readonly machines: string;
  readonly machinesKey: string;
  readonly machinesCache: string;
  readonly machinesLock: string;
}

export const homeAt = (path: string): Home => ({
  path,
  config: join(path, "config.json"),
  configLock: join(path, "config.lock"),
  database: join(path, "throughline.db"),
  logs: join(path, "logs"),
  token: join(path, "token"),
  signedOut: join(path, "signed-out.json"),
  server: join(path, "server.json"),
  trusted: join(path, "trusted.json"),
  receipts: join(path, "receipts"),
  install: join(path, "install"),
  briefs: join(path, "briefs"),
  spool: join(path, "spool"),
  guards: join(path, "guards"),
  backups: join(path, "backups"),
  cleaning: join(path, "secrets.json"),
  program: join(path, "program"),
  models: join(path, "models"),
  activity: join(path, "activity"),
  machines: join(path, "machines.json"),
  machinesKey: join(path, "machines.key"),
  machinesCache: join(path, "machines.git"),
  machinesLock: join(path, "machines.lock"),
});
