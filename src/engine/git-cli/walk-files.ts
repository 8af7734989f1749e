import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

/** Folders that hold what tools made, not what people wrote. */
const madeByTools = new Set(["node_modules", ".git", ".hg", ".svn", "__pycache__", ".venv", "target", "dist", "build"]);

const maxFiles = 50_000;

interface WalkedFile {
  readonly file: string;
  readonly size: number;
  readonly changedMs: number;
}

/** The files of a folder that git does not know, relative to it. Symbolic links are not followed. */
export async function walkFiles(root: string): Promise<WalkedFile[]> {
  const found: WalkedFile[] = [];
  const waiting = [""];
  for (let folder = waiting.pop(); folder !== undefined && found.length < maxFiles; folder = waiting.pop()) {
    for (const entry of await readdir(join(root, folder), { withFileTypes: true }).catch(() => [])) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        if (!madeByTools.has(entry.name)) waiting.push(path);
      } else if (entry.isFile()) {
        const { size, mtimeMs } = await stat(join(root, path)).catch(() => ({ size: 0, mtimeMs: 0 }));
        found.push({ file: path, size, changedMs: Math.trunc(mtimeMs) });
      }
    }
  }
  return found;
}
