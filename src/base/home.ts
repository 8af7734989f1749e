import { join } from "node:path";

export type Home = Readonly<ReturnType<typeof homeAt>>;

/** The folder of everything that is not in a repository. Private to the user. */
export const homeAt = (path: string) => ({
  path,
  config: join(path, "config.json"),
  /** Held while settings are changed. */
  configLock: join(path, "config.lock"),
  database: join(path, "throughline.db"),
  logs: join(path, "logs"),
  token: join(path, "token"),
  /** Browsers that were signed out before their cookie expired. */
  signedOut: join(path, "signed-out.json"),
  /** Address of the running server. */
  server: join(path, "server.json"),
  trusted: join(path, "trusted.json"),
  /** Log of injected context, one file per day. */
  receipts: join(path, "receipts"),
  /** Journal of changes to agents' settings, from which they are restored. */
  install: join(path, "install"),
  /** What the next session of each project would receive, for hosts that run no hooks. */
  briefs: join(path, "briefs"),
  /** Where hooks note which transcripts changed, one file per day. */
  spool: join(path, "spool"),
  /** What concerns the actions in each project, for hooks; rebuilt if missing. */
  guards: join(path, "guards"),
  /** Automatic copies of the database, one per day. */
  backups: join(path, "backups"),
  /** How far changed rules for secrets were applied to what is stored. */
  cleaning: join(path, "secrets.json"),
  /** A copy of the program, if it was installed from the cache of `npx`. */
  program: join(path, "program"),
  /** Models that earlier versions converted for themselves; removed. */
  models: join(path, "models"),
  /** Its time says when somebody last waited for an answer. */
  activity: join(path, "activity"),
  /** Where this machine syncs to, the key of what it writes there, its copy of a git remote, and held during a sync. */
  machines: join(path, "machines.json"),
  machinesKey: join(path, "machines.key"),
  machinesCache: join(path, "machines.git"),
  machinesLock: join(path, "machines.lock"),
});
