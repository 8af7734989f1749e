import { readFileSync, statSync } from "node:fs";

/** Larger files are not compared with what is written into them. */
const maxBytes = 2_000_000;

/** The text of a file without waiting, for hooks; undefined when there is none, empty when it is too large. */
export function readNow(path: string): string | undefined {
  try {
    return statSync(path).size > maxBytes ? "" : readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
