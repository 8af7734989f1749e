import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const root = join(import.meta.dirname, "..", "..");

export interface Source {
  /** Path inside the folder read, such as `domain/memory/memories.ts`. */
  readonly path: string;
  readonly text: string;
}

/** Every source of the product, without its tests. */
export function readSources(folder = join(root, "src"), endings = /\.tsx?$/): Source[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => endings.test(path) && !/\.test\.tsx?$|\.d\.ts$/.test(path))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(folder, path), "utf8") }));
}
