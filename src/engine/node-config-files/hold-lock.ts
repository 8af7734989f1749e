import { open, readFile, rm, stat } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { AppError } from "../../base/errors.js";

const patienceMs = 20_000;
const stepMs = 50;
/** A holder that has not written its number by then died on the way. */
const namelessMs = 2000;

/** Waits for the lock file and holds it; a holder that died has lost it. Answers how to let go. */
export async function holdLock(path: string): Promise<() => Promise<void>> {
  for (let waited = 0; waited <= patienceMs; waited += stepMs) {
    const handle = await open(path, "wx", 0o600).catch((error) => {
      if ((error as { code?: string }).code === "EEXIST") return undefined;
      throw error;
    });
    if (handle) {
      await handle.writeFile(String(process.pid));
      await handle.close();
      return () => rm(path, { force: true });
    }
    if (await isAbandoned(path)) await rm(path, { force: true });
    else await wait(stepMs);
  }
  throw new AppError("unavailable", "Another Throughline is changing agents' settings.", {
    hint: `Try again when it is done. If none runs, remove ${path}.`,
  });
}

async function isAbandoned(path: string): Promise<boolean> {
  const [text, facts] = await Promise.all([
    readFile(path, "utf8").catch(() => undefined),
    stat(path).catch(() => undefined),
  ]);
  if (text === undefined || facts === undefined) return false;
  if (text === "") return Date.now() - facts.mtimeMs > namelessMs;
  try {
    process.kill(Number(text), 0);
    return false;
  } catch (error) {
    return (error as { code?: string }).code === "ESRCH";
  }
}
