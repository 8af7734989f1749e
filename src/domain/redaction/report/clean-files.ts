import { join } from "node:path";
import type { Home } from "../../../base/home.js";
import type { Runtime } from "../../../base/runtime.js";
import type { Files } from "../../../engine/files.js";
import type { Redactor } from "../redact.js";

export interface CleanedFiles {
  /** Paths inside the home. */
  readonly files: readonly string[];
  /** Files that another process may be writing; the next run cleans them. */
  readonly busyFiles: readonly string[];
  /** Copies of the database that keep what they had, until they are deleted. */
  readonly backups: readonly string[];
}

/** Hooks append to these files; one that was just written is left alone. */
const quietMs = 60_000;

/** Redacts the receipts, the spool and the logs. */
export async function cleanFiles(
  { files, home, runtime }: { files: Files; home: Home; runtime: Pick<Runtime, "now"> },
  redactor: Redactor,
  dryRun: boolean,
): Promise<CleanedFiles> {
  const cleaned: string[] = [];
  const busyFiles: string[] = [];
  for (const folder of [home.receipts, home.spool, home.logs]) {
    for (const name of await files.tree(folder)) {
      const path = join(folder, name);
      const text = (await files.read(path)) ?? "";
      const redacted = redactor.redact(text).text;
      if (redacted === text) continue;
      const writtenAt = (await files.modified(path))?.getTime() ?? 0;
      const isBusy = runtime.now().getTime() - writtenAt < quietMs;
      (isBusy ? busyFiles : cleaned).push(path.slice(home.path.length + 1));
      if (!isBusy && !dryRun) await files.write(path, redacted, { private: true });
    }
  }
  const backups = (await files.list(home.path)).filter((name) => /\.db\.(?:before-|damaged-)/.test(name));
  return { files: cleaned, busyFiles, backups };
}
