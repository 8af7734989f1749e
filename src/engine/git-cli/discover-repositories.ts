import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { locateAt } from "../locate-git.js";

const maxFound = 1000;

/** Folders that are git repositories, down to `depth` below `folder`. What lies inside a repository belongs to it. */
export async function discoverRepositories(folder: string, depth: number): Promise<string[]> {
  const found: string[] = [];
  const waiting = [{ path: folder, left: depth }];
  for (let next = waiting.shift(); next && found.length < maxFound; next = waiting.shift()) {
    const { path, left } = next;
    const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
    if (entries.some(({ name }) => name === ".git") && (await locateAt(readText, path))) {
      found.push(path);
      continue;
    }
    if (left === 0) continue;
    for (const entry of entries) {
      if (!entry.isDirectory() || entry.name.startsWith(".") || entry.name === "node_modules") continue;
      waiting.push({ path: join(path, entry.name), left: left - 1 });
    }
  }
  return found.sort();
}

const readText = (path: string): Promise<string | undefined> => readFile(path, "utf8").catch(() => undefined);
