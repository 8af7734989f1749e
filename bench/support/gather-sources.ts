import { copyFileSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

const endings = /\.(?:[cm]?[jt]sx?|md|json|py|go|rs|c|h|cc|cpp|css|html|sh|ya?ml)$/;

/** Copies real source files of installed packages into a folder until there are enough; returns their number and bytes. */
export function gatherSources(from: string, to: string, max: number): { files: number; bytes: number } {
  let files = 0;
  let bytes = 0;
  const visit = (folder: string): void => {
    for (const entry of readdirSync(join(from, folder), { withFileTypes: true })) {
      if (files >= max) return;
      const path = join(folder, entry.name);
      if (entry.isDirectory()) visit(path);
      else if (entry.isFile() && endings.test(entry.name)) {
        const { size } = statSync(join(from, path));
        if (size > 200_000) continue;
        mkdirSync(dirname(join(to, path)), { recursive: true });
        copyFileSync(join(from, path), join(to, path));
        files++;
        bytes += size;
      }
    }
  };
  visit("");
  return { files, bytes };
}
