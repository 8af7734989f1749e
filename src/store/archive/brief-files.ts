import { join } from "node:path";
import type { Home } from "../../base/home.js";
import { sha256 } from "../../base/sha256.js";
import type { Files } from "../../engine/files.js";

/** The last brief of each folder: a server answers before the database is open, and its instructions have it. */
export function briefFilesIn({ briefs }: Pick<Home, "briefs">, files: Files) {
  const pathOf = (folder: string) => join(briefs, `${sha256(folder).slice(0, 32)}.txt`);
  return {
    read: (folder: string): Promise<string | undefined> => files.read(pathOf(folder)),
    write: (folder: string, text: string): Promise<void> => files.write(pathOf(folder), text, { private: true }),
    /** All of them: what was forgotten may be in any. */
    async clear(): Promise<void> {
      for (const name of await files.list(briefs)) await files.remove(join(briefs, name));
    },
  };
}
