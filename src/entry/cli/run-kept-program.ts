import { spawnSync } from "node:child_process";
import { cpSync, realpathSync } from "node:fs";
import { join, relative, sep } from "node:path";
import type { Home } from "../../base/home.js";
import { version } from "../../base/version.js";
import { makeFolder } from "../../engine/make-folder.js";

const npxFolder = `${sep}_npx${sep}`;

/**
 * Runs the command line with a copy of this program in the home, if `npx` started it: agents must not start a program
 * from a cache that npm may empty. Returns the exit code, or undefined if this program can stay where it is.
 */
export function runKeptProgram(argv: readonly string[], home: Home): number | undefined {
  const script = realpathSync(process.argv[1] ?? "");
  const cache = script.slice(0, script.indexOf(sep, script.indexOf(npxFolder) + npxFolder.length));
  if (!script.includes(npxFolder)) return undefined;
  makeFolder(home.path, 0o700);
  const kept = join(home.program, version);
  cpSync(join(cache, "node_modules"), join(kept, "node_modules"), { recursive: true, verbatimSymlinks: true });
  const { status } = spawnSync(process.execPath, [join(kept, relative(cache, script)), ...argv], { stdio: "inherit" });
  return status ?? 1;
}
