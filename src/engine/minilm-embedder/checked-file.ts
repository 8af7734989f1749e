import { readFileSync } from "node:fs";
import { sha256 } from "../../base/sha256.js";

export interface CheckedFile {
  readonly path: string;
  readonly sha256: string;
}

export function assertChecksum(path: string, actual: string, expected: string): void {
  if (actual !== expected) throw new Error(`${path} is damaged or another version: its sha256 is ${actual}`);
}

/** The content of a file; fails if its checksum is wrong. */
export function readChecked({ path, sha256: expected }: CheckedFile): Buffer {
  const bytes = readFileSync(path);
  assertChecksum(path, sha256(bytes), expected);
  return bytes;
}
