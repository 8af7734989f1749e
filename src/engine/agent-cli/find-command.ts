import { constants } from "node:fs";
import { access, realpath, stat } from "node:fs/promises";
import { delimiter, isAbsolute, join } from "node:path";
import type { ResolvedCommand } from "../agent-process.js";

type Environment = Readonly<Record<string, string | undefined>>;

/** The program that a command name stands for, as the PATH has it. */
export async function findCommand(command: string, env: Environment): Promise<ResolvedCommand | undefined> {
  const folders = isAbsolute(command) ? [""] : (env.PATH ?? "").split(delimiter).filter((folder) => isAbsolute(folder));
  const endings = process.platform === "win32" ? (env.PATHEXT ?? ".EXE;.CMD").split(";") : [""];
  for (const folder of folders) {
    for (const ending of endings) {
      const found = await inspect(join(folder, command + ending));
      if (found) return found;
    }
  }
  return undefined;
}

async function inspect(path: string): Promise<ResolvedCommand | undefined> {
  try {
    await access(path, constants.X_OK);
    const real = await realpath(path);
    const { size, mtimeMs, mode } = await stat(real);
    const isFile = (mode & constants.S_IFMT) === constants.S_IFREG;
    return isFile ? { path, realPath: real, stamp: `${real}:${size}:${Math.trunc(mtimeMs)}` } : undefined;
  } catch {
    return undefined;
  }
}
