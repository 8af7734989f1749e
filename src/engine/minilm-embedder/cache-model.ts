import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** No write takes this long: older temporary files were left by a process that ended. */
const abandonedMs = 3_600_000;
/** Where two versions of the product alternate, each rebuilds its model at most this often. */
const outdatedMs = 7 * 86_400_000;

/**
 * Written to a temporary file and renamed, so that readers see all of it or nothing. Where nothing can be written, the
 * model is quantized again at the next start.
 */
export function cacheModel(path: string, image: Uint8Array): void {
  const temporary = `${path}.${process.pid}-${randomBytes(4).toString("hex")}`;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(temporary, image);
    renameSync(temporary, path);
  } catch {
    if (existsSync(temporary)) rmSync(temporary, { force: true });
  }
}

/** Removes files that will not be read again: unfinished ones, and the cached model of other versions of the product. */
export function removeStaleModels(path: string): void {
  const [folder, ownName] = [dirname(path), basename(path)];
  // A name ends with the version.
  const modelPrefix = ownName.slice(0, ownName.lastIndexOf("-") + 1);
  try {
    for (const name of readdirSync(folder)) {
      if (name === ownName || !name.startsWith(modelPrefix)) continue;
      const age = Date.now() - statSync(join(folder, name)).mtimeMs;
      if (age > (name.startsWith(`${ownName}.`) ? abandonedMs : outdatedMs))
        rmSync(join(folder, name), { force: true });
    }
  } catch {
    // Another process was faster, or nothing can be removed here; leftovers do no harm.
  }
}
