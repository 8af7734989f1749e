import { AppError } from "../../base/errors.js";
import type { Files } from "../../engine/files.js";
import type { GitLocator } from "../../engine/git-locator.js";
import type { Engines } from "./open-engines.js";

/**
 * Engines for a process that serves tenants: nothing on the machine can be read, written or started through them. The
 * catalog excludes tools that need the machine; this is the second line of defense.
 */
export const disabledEngines = (): Partial<Engines> => ({
  files: emptyFiles,
  gitLocator: noGit,
  tree: untouchable("files"),
  transcripts: untouchable("transcripts"),
  runFiles: untouchable("files"),
  configFiles: untouchable("settings of other programs"),
  databases: untouchable("database files"),
  foreign: untouchable("databases of other programs"),
  workingTrees: untouchable("repositories"),
  openRepository: async () => refuse("repositories"),
  lock: untouchable("files"),
  parser: untouchable("files"),
  remoteTools: undefined,
  edit: async () => refuse("files"),
  runInTerminal: async () => refuse("programs"),
  signIn: untouchable("a terminal"),
  ask: async () => undefined,
  notify: () => {},
  openScreen: () => undefined,
});

/** Every file is missing, and none can be created. */
const emptyFiles: Files = {
  read: async () => undefined,
  readUpTo: async () => undefined,
  readPlain: async () => undefined,
  list: async () => [],
  listKind: async () => [],
  tree: async () => [],
  write: async () => refuse("files"),
  remove: async () => refuse("files"),
  rename: async () => refuse("files"),
  size: async () => 0,
  modified: async () => undefined,
  realPath: async () => undefined,
  exists: async () => false,
};

/** No folder is a repository: a path in the input is only a name. */
const noGit: GitLocator = {
  realPath: async (folder) => folder,
  locate: async () => undefined,
  discover: async () => [],
  userName: async () => undefined,
  listedFiles: async () => undefined,
  trackedFiles: async () => undefined,
  rootCommit: async () => undefined,
  commits: async () => undefined,
  messages: async () => [],
  changes: async () => [],
  changedFiles: async () => [],
  lastChange: async () => undefined,
};

/** An engine whose every method refuses. */
const untouchable = <T extends object>(what: string): T => new Proxy({} as T, { get: () => () => refuse(what) });

function refuse(what: string): never {
  throw new AppError("forbidden", `This service does not give access to ${what} of its machine.`);
}
