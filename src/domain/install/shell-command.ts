import type { Platform } from "../../base/platform.js";
import type { ConfigFiles } from "../../engine/config-files.js";
import type { Launch } from "../../hosts/host.js";
import { selectExisting } from "./find-hosts.js";
import type { InstallItem } from "./install-item.js";
import type { JournalEntry } from "./journal.js";

interface Deps {
  readonly files: ConfigFiles;
  readonly platform: Platform;
  readonly launch: Launch;
}

/** The folder in the home where programs of one user lie, by the convention of XDG. */
const folderOf = (platform: Platform) => platform.join(platform.home, ".local", "bin");

export const shellCommandFile = (platform: Platform): string => platform.join(folderOf(platform), "throughline");

/** Whether a shell finds the command where `shellCommand` puts it. */
export const isShellCommandOnPath = (platform: Platform): boolean => platform.searchPath.includes(folderOf(platform));

/**
 * The command `throughline` for a person's shell, if there is none yet: npm's global folder is often not writable. On
 * Windows it is the user's own.
 */
export async function shellCommand(
  { files, platform, launch }: Deps,
  entries: readonly JournalEntry[],
): Promise<InstallItem[]> {
  const file = shellCommandFile(platform);
  const isOurs = entries.some((entry) => entry.file === file);
  if (platform.os === "win32" || (!isOurs && (await isTaken(files, platform)))) return [];
  const text = `#!/bin/sh\nexec ${platform.shellLine(launch.words)} "$@"\n`;
  return [{ kind: "file", file, text, isExecutable: true }];
}

/** `npx` and scripts of npm add folders of packages to the PATH, which a shell does not have. */
async function isTaken(files: ConfigFiles, platform: Platform): Promise<boolean> {
  const folders = platform.searchPath.filter((folder) => !/[\\/]node_modules[\\/]/.test(folder));
  const paths = [folderOf(platform), ...folders].map((folder) => platform.join(folder, "throughline"));
  return (await selectExisting(files, paths)).size > 0;
}
