import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { PageFiles } from "../page-files.js";

/** Only names that the folder itself lists are ever opened, so that no request can lead out of it. */
export function nodePageFiles(folder: string): PageFiles {
  const kept = new Map<string, Promise<Uint8Array>>();
  let listing: Promise<ReadonlySet<string>> | undefined;
  const names = async () => {
    const listed = await readdir(folder, { recursive: true }).catch(() => []);
    return new Set(listed.map((name) => name.replaceAll("\\", "/")).filter((name) => /\.\w+$/.test(name)));
  };
  return {
    async read(path) {
      listing ??= names();
      if (!(await listing).has(path)) return undefined;
      const file = kept.get(path) ?? readFile(join(folder, path));
      kept.set(path, file);
      return file;
    },
  };
}
