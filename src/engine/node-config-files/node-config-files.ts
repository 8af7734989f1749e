import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, mkdir, open, readFile, readlink, realpath, rename, rm, rmdir, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { AppError, systemCode } from "../../base/errors.js";
import type { ConfigFiles } from "../config-files.js";

/** Longer settings are a mistake. */
const maxBytes = 16 * 2 ** 20;

export const nodeConfigFiles: ConfigFiles = {
  async read(path) {
    const size = (await orUndefined(stat(path), path))?.size ?? 0;
    if (size > maxBytes)
      throw new AppError("conflict", `${path} has ${Math.ceil(size / 2 ** 20)} MB. It was not changed.`, {
        hint: "Shorten it, and try again.",
      });
    const bytes = await orUndefined(readFile(path), path);
    if (bytes === undefined) return undefined;
    const text = bytes.toString("utf8");
    if (Buffer.from(text).equals(bytes)) return text;
    throw new AppError("conflict", `${path} is not UTF-8 text. It was not changed.`, {
      hint: "Save it as UTF-8 and try again.",
    });
  },

  exists: async (path) => existsSync(path),

  realPath: (path) => realpath(path).catch(() => undefined),

  async replace(path, { from, to, private: isPrivate = false, executable = false }) {
    const file = (await orUndefined(realpath(path), path)) ?? (await endOfLinks(path));
    const mode = (await orUndefined(stat(file), file))?.mode;
    if ((await nodeConfigFiles.read(file)) !== from) {
      throw new AppError("conflict", `${path} changed in the meantime. It was not overwritten.`, {
        hint: "Try again.",
      });
    }
    if (mode !== undefined && (mode & 0o222) === 0) {
      throw new AppError("forbidden", `${path} is read-only. It was not changed.`, {
        hint: "Make it writable, or exclude its agent with --agent.",
      });
    }
    if (to === undefined) {
      await rm(file, { force: true }).catch((error) => refuse(error, path));
      return [];
    }
    const folders = await missingFolders(dirname(file));
    const newMode = executable ? 0o755 : isPrivate ? 0o600 : 0o644;
    await writeAtomically(file, to, mode === undefined ? newMode : mode & 0o777).catch((error) => refuse(error, path));
    return folders;
  },

  async makePrivateFolder(folder) {
    await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error) => refuse(error, folder));
  },

  async removeEmptyFolders(folders) {
    const deepestFirst = [...folders].sort((a, b) => b.length - a.length);
    for (const folder of deepestFirst) await rmdir(folder).catch(() => {});
  },

  remove: (path) => rm(path, { recursive: true, force: true }),
};

/** The target of a chain of links even if it does not exist yet, such as in a dotfiles folder. */
async function endOfLinks(path: string): Promise<string> {
  const target = await readlink(path).catch(() => undefined);
  return target === undefined ? path : endOfLinks(resolve(dirname(path), target));
}

async function missingFolders(folder: string): Promise<string[]> {
  if (await nodeConfigFiles.exists(folder)) return [];
  const parent = dirname(folder);
  return parent === folder ? [folder] : [...(await missingFolders(parent)), folder];
}

/** Readers see the old text or the new one, never a part of it. */
async function writeAtomically(file: string, text: string, mode: number): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const temporary = join(dirname(file), `.throughline-${randomBytes(6).toString("hex")}.tmp`);
  try {
    const handle = await open(temporary, "wx", mode);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await chmod(temporary, mode);
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function orUndefined<T>(reading: Promise<T>, path: string): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    return ["ENOENT", "ENOTDIR"].includes(systemCode(error)) ? undefined : refuse(error, path);
  }
}

const hints: Readonly<Record<string, string>> = {
  EROFS: "The disk is mounted read-only.",
  ENOSPC: "The disk is full. Free some space and try again.",
};

function refuse(cause: unknown, path: string): never {
  const code = systemCode(cause) || "unknown";
  const hint = hints[code] ?? "Check its owner and permissions, or exclude its agent with --agent.";
  throw new AppError("unavailable", `${path} cannot be read or written (${code}).`, { hint, cause });
}
