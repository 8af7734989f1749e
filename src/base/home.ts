import { join } from "node:path";

/** Where everything that is not in a repository lives. Private to the user. */
export interface Home {
  readonly path: string;
  readonly config: string;
  /** Held while settings are changed. */
  readonly configLock: string;
  readonly database: string;
  readonly logs: string;
  readonly token: string;
  /** Where the server listens that runs now. */
  readonly server: string;
  readonly trusted: string;
  /** What agents were given without asking, one file a day. */
  readonly receipts: string;
  /** What was changed in agents' settings, and how they were before. */
  readonly install: string;
  /** Where hooks leave word of what happened, one file a day. */
  readonly spool: string;
  /** What was put into the settings of agents, so that it can be taken out again. */
  readonly hooks: string;
  /** Models in the form in which they are fast; made anew where they are missing. */
  readonly models: string;
}

export const homeAt = (path: string): Home => ({
  path,
  config: join(path, "config.json"),
  configLock: join(path, "config.lock"),
  database: join(path, "throughline.db"),
  logs: join(path, "logs"),
  token: join(path, "token"),
  server: join(path, "server.json"),
  trusted: join(path, "trusted.json"),
  receipts: join(path, "receipts"),
  install: join(path, "install"),
  spool: join(path, "spool"),
  hooks: join(path, "hooks.json"),
  models: join(path, "models"),
});
