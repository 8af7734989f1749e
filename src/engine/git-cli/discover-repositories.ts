import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { locateAt } from "../locate-git.js";

const maxRepositories = 1000;

/** Folders that are git repositories, down to `depth` below `folder`. Nested repositories are not listed. */
export async function discoverRepositories(folder: string, depth: number): Promise<string[]> {
  const repositories: string[] = [];
  const queue = [{ path: folder, left: depth }];
  for (let next = queue.shift(); next && repositories.length < maxRepositories; next = queue.shift()) {
    const { path, left } = next;
    const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
    if (entries.some(({ name }) => name === ".git") && (await locateAt(readText, path))) {
      repositories.push(path);
      continue;
    }
    if (left === 0) continue;
    for (const entry of entries) {
      if (!entry.isDirectory() || entry.name.startsWith(".") || entry.name === "node_modules") continue;
      queue.push({ path: join(path, entry.name), left: left - 1 });
    }
  }
  return repositories.sort();
}

const readText = (path: string): Promise<string | undefined> => readFile(path, "utf8").catch(() => undefined);
