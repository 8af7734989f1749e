import { existsSync } from "node:fs";
import { readFile, realpath, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { SandboxMount } from "./sandbox.js";

/**
 * Mounts for the git folder of a working tree. It is a mount of its own, so that it cannot be renamed and replaced. Git
 * runs hooks and what the configuration names, outside the sandbox and later, so a run must not change them.
 */
export async function gitMounts(folder: string, mayWrite: boolean): Promise<SandboxMount[]> {
  const path = join(folder, ".git");
  const entry = await stat(path).catch(() => undefined);
  if (!entry) return [];
  if (entry.isDirectory()) return mountsOf(await realpath(path), mayWrite);
  const gitFolder = await linkedFolder(path);
  if (gitFolder === undefined) return [];
  const common = await commonFolder(gitFolder);
  const isWritable = mayWrite && (await pointsBack(gitFolder, path));
  return [...mountsOf(common, isWritable), { kind: "read", path: await realpath(path) }];
}

function mountsOf(path: string, mayWrite: boolean): SandboxMount[] {
  if (!mayWrite) return [{ kind: "read", path }];
  const [hooks, config] = [join(path, "hooks"), join(path, "config")];
  return [
    { kind: "write", path },
    // Without hooks, an empty private folder keeps the run from adding them.
    { kind: existsSync(hooks) ? "read" : "empty", path: hooks },
    ...(existsSync(config) ? [{ kind: "read" as const, path: config }] : []),
  ];
}

/** The folder that the `.git` file of a linked worktree or submodule names. */
async function linkedFolder(file: string): Promise<string | undefined> {
  const [, target] = /^gitdir: (.+)$/m.exec(await readFile(file, "utf8").catch(() => "")) ?? [];
  return target === undefined ? undefined : realpath(resolve(file, "..", target)).catch(() => undefined);
}

/** A worktree shares the objects and branches of its repository. */
async function commonFolder(gitFolder: string): Promise<string> {
  const text = await readFile(join(gitFolder, "commondir"), "utf8").catch(() => ".");
  return realpath(resolve(gitFolder, text.trim())).catch(() => gitFolder);
}

/** An earlier run could have written the `.git` file, but not the link from the repository back to it. */
async function pointsBack(gitFolder: string, file: string): Promise<boolean> {
  const back = (await readFile(join(gitFolder, "gitdir"), "utf8").catch(() => "")).trim();
  return back !== "" && (await realpath(back).catch(() => "")) === (await realpath(file));
}
