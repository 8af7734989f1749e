import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { PageFiles } from "../page-files.js";

/** Opens only files that the folder lists, so that no request can escape it. */
export function nodePageFiles(folder: string): PageFiles {
  const cache = new Map<string, Promise<Uint8Array>>();
  let listing: Promise<ReadonlySet<string>> | undefined;
  const names = async () => {
    const entries = await readdir(folder, { recursive: true }).catch(() => []);
    return new Set(entries.map((name) => name.replaceAll("\\", "/")).filter((name) => /\.\w+$/.test(name)));
  };
  return {
    async read(path) {
      listing ??= names();
      if (!(await listing).has(path)) return undefined;
      const file = cache.get(path) ?? readFile(join(folder, path));
      cache.set(path, file);
      return file;
    },
  };
}
