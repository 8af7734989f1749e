import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

/** Folders with generated or installed files. */
const generatedFolders = new Set("node_modules .git .hg .svn __pycache__ .venv target dist build".split(" "));

const maxFiles = 50_000;

interface WalkedFile {
  readonly file: string;
  readonly size: number;
  readonly changedMs: number;
}

/** The files of a folder that is not a git repository, relative to it. Symbolic links are not followed. */
export async function walkFiles(root: string): Promise<WalkedFile[]> {
  const files: WalkedFile[] = [];
  const folders = [""];
  for (let folder = folders.pop(); folder !== undefined && files.length < maxFiles; folder = folders.pop()) {
    for (const entry of await readdir(join(root, folder), { withFileTypes: true }).catch(() => [])) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        if (!generatedFolders.has(entry.name)) folders.push(path);
      } else if (entry.isFile()) {
        const { size, mtimeMs } = await stat(join(root, path)).catch(() => ({ size: 0, mtimeMs: 0 }));
        files.push({ file: path, size, changedMs: Math.trunc(mtimeMs) });
      }
    }
  }
  return files;
}
