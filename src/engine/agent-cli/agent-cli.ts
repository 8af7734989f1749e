import { constants } from "node:fs";
import { access, mkdtemp, readFile, realpath, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, isAbsolute, join } from "node:path";
import type { AgentProcess, ResolvedCommand } from "../agent-process.js";
import { agentMarker, environmentOf } from "./process-markers.js";
import { createRunner } from "./run-process.js";

/** Runs programs as processes of this machine. */
export function agentCli(): AgentProcess {
  const { run, stopAll } = createRunner();
  return {
    run,
    stopAll,
    find: (command) => findCommand(command, process.env),
    environment: (allowed) => pickEnvironment(process.env, allowed),
    isInsideAgent: () => isInsideAgent(process.env, process.ppid),

    async openFolder(id, files) {
      const path = await mkdtemp(join(tmpdir(), `throughline-${id}-`));
      for (const [name, text] of Object.entries(files)) await writeFile(join(path, name), text, { mode: 0o600 });
      return { path, remove: () => rm(path, { recursive: true, force: true }) };
    },
  };
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Finds a command on the PATH. */
async function findCommand(command: string, env: Environment): Promise<ResolvedCommand | undefined> {
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

/**
 * A sub-agent may have this server among its tools; without this check one question could start agents endlessly. Some
 * hosts clear the environment of their MCP servers, so the parents' environments are checked too.
 */
async function isInsideAgent(env: Environment, parent: number): Promise<boolean> {
  if (env[agentMarker]) return true;
  for (let pid = parent; pid > 1; pid = await parentOf(pid)) {
    if ((await environmentOf(pid)).some((one) => one.startsWith(`${agentMarker}=`))) return true;
  }
  return false;
}

async function parentOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/^PPid:\s+(\d+)/m.exec(status)?.[1] ?? 0);
}

/** The variables with allowed names: whole names, `LC_*` for a prefix, `*_LOG` for a suffix. */
export function pickEnvironment(from: Environment, allowed: readonly string[]): Record<string, string> {
  const isAllowed = (name: string) =>
    allowed.some((one) => {
      if (one.endsWith("*")) return name.startsWith(one.slice(0, -1));
      return one.startsWith("*") ? name.endsWith(one.slice(1)) : name === one;
    });
  const picked: Record<string, string> = {};
  for (const [name, value] of Object.entries(from)) if (value !== undefined && isAllowed(name)) picked[name] = value;
  return picked;
}
