import { constants } from "node:fs";
import { access, realpath, stat } from "node:fs/promises";
import { delimiter, isAbsolute, join } from "node:path";
import type { ResolvedCommand } from "../agent-process.js";

type Environment = Readonly<Record<string, string | undefined>>;

/** Finds a command on the PATH. */
export async function findCommand(command: string, env: Environment): Promise<ResolvedCommand | undefined> {
  const folders = isAbsolute(command) ? [""] : (env.PATH ?? "").split(delimiter).filter((folder) => isAbsolute(folder));
  const extensions = process.platform === "win32" ? (env.PATHEXT ?? ".EXE;.CMD").split(";") : [""];
  for (const folder of folders) {
    for (const extension of extensions) {
      const program = await inspect(join(folder, command + extension));
      if (program) return program;
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
