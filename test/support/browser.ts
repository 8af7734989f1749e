import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium } from "playwright-core";
import { sqliteLock } from "../../src/engine/sqlite/sqlite-lock.js";

/** A Chromium of the system where there is one, else the one that npm brought. */
export async function openBrowser(): Promise<Browser> {
  const own = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(
    (path) => path !== undefined && existsSync(path),
  );
  if (own) return chromium.launch({ executablePath: own, args: ["--no-sandbox"] });
  const { default: packaged } = await import("@sparticuz/chromium");
  // In one process, the browser would end with the first page that is closed.
  const args = packaged.args.filter((one) => one !== "--single-process");
  // Unpacked at the first time, by one of the tests that begin together: to the others, half of it would look whole.
  const executablePath = await sqliteLock().hold(join(tmpdir(), "throughline-chromium.lock"), () =>
    packaged.executablePath(),
  );
  return chromium.launch({ executablePath, args, headless: true });
}
