import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** Nobody writes for so long: what is older was left by a process that was ended. */
const abandonedMs = 3_600_000;

/**
 * Written beside and renamed, so that whoever reads meanwhile sees all of it or nothing. Where nothing can be written,
 * the model is made again next time.
 */
export function keepModel(path: string, image: Uint8Array): void {
  const beside = `${path}.${process.pid}-${randomBytes(4).toString("hex")}`;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    removeAbandoned(path);
    writeFileSync(beside, image);
    renameSync(beside, path);
  } catch {
    if (existsSync(beside)) rmSync(beside, { force: true });
  }
}

function removeAbandoned(path: string): void {
  const begun = readdirSync(dirname(path)).filter((name) => name.startsWith(`${basename(path)}.`));
  for (const file of begun.map((name) => join(dirname(path), name))) {
    const modified = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY;
    if (Date.now() - modified > abandonedMs) rmSync(file, { force: true });
  }
}
