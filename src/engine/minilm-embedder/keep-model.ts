import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** Nobody writes for so long: what is older was left by a process that was ended. */
const abandonedMs = 3_600_000;
/** Where two versions of the product are used in turns, each makes its model anew no more often than this. */
const outdatedMs = 7 * 86_400_000;

/**
 * Written beside and renamed, so that whoever reads meanwhile sees all of it or nothing. Where nothing can be written,
 * the model is made again next time.
 */
export function keepModel(path: string, image: Uint8Array): void {
  const beside = `${path}.${process.pid}-${randomBytes(4).toString("hex")}`;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(beside, image);
    renameSync(beside, path);
  } catch {
    if (existsSync(beside)) rmSync(beside, { force: true });
  }
}

/** Takes away what nobody will read: begun files, and the same model as other versions of the product keep it. */
export function removeStale(path: string): void {
  const [folder, ours] = [dirname(path), basename(path)];
  // A name ends with the version.
  const family = ours.slice(0, ours.lastIndexOf("-") + 1);
  try {
    for (const name of readdirSync(folder)) {
      if (name === ours || !name.startsWith(family)) continue;
      const age = Date.now() - statSync(join(folder, name)).mtimeMs;
      if (age > (name.startsWith(`${ours}.`) ? abandonedMs : outdatedMs)) rmSync(join(folder, name), { force: true });
    }
  } catch {
    // Another process was quicker, or nothing can be removed here: what is left does no harm.
  }
}
