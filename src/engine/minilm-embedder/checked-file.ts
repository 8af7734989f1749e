import { readFileSync } from "node:fs";
import { sha256 } from "../../base/sha256.js";

export interface CheckedFile {
  readonly path: string;
  readonly sha256: string;
}

export function refuseUnlessEqual(path: string, found: string, expected: string): void {
  if (found !== expected) throw new Error(`${path} is damaged or another version: its sha256 is ${found}`);
}

/** All of a file, if it is what it should be. */
export function readChecked({ path, sha256: expected }: CheckedFile): Buffer {
  const bytes = readFileSync(path);
  refuseUnlessEqual(path, sha256(bytes), expected);
  return bytes;
}
