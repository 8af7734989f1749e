import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

export interface CheckedFile {
  readonly path: string;
  readonly sha256: string;
}

export const sha256Of = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

export function refuseUnlessEqual(path: string, found: string, expected: string): void {
  if (found !== expected) throw new Error(`${path} is damaged or another version: its sha256 is ${found}`);
}

/** All of a file, if it is what it should be. */
export function readChecked({ path, sha256 }: CheckedFile): Buffer {
  const bytes = readFileSync(path);
  refuseUnlessEqual(path, sha256Of(bytes), sha256);
  return bytes;
}
