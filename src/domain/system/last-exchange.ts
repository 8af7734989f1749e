import { join } from "node:path";
import type { Files } from "../../engine/files.js";
import type { GitLocator } from "../../engine/git-locator.js";
import { storeFolder } from "../../store/context/context-layout.js";

interface Deps {
  readonly files: Files;
  readonly gitLocator: GitLocator;
}

/**
 * When a project with a context store last fetched from or pushed to its remote; undefined if never.
 * Read from git's reflogs, so that no process is started: a status bar asks every few seconds.
 */
export async function lastExchange({ files, gitLocator }: Deps, folder: string): Promise<Date | undefined> {
  const repository = await gitLocator.locate(folder);
  if (!repository || !(await files.exists(join(repository.root, storeFolder)))) return undefined;
  const reflogs = join(repository.commonDir, "logs", "refs", "remotes");
  const times = await Promise.all((await files.tree(reflogs)).map((name) => files.modified(join(reflogs, name))));
  return times.filter((time) => time !== undefined).reduce<Date | undefined>(laterOf, undefined);
}

const laterOf = (a: Date | undefined, b: Date) => (a === undefined || b > a ? b : a);
