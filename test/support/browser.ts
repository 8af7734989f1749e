import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium } from "playwright-core";
import { sqliteLock } from "../../src/engine/sqlite/sqlite-lock.js";

/** Opens the system's Chromium, or the one from npm. */
export async function openBrowser(): Promise<Browser> {
  const systemPath = [
    process.env.CHROMIUM,
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
  ].find((path) => path !== undefined && existsSync(path));
  if (systemPath) return chromium.launch({ executablePath: systemPath, args: ["--no-sandbox"] });
  const { default: packaged } = await import("@sparticuz/chromium");
  // With a single process, closing the first page would end the browser.
  const args = packaged.args.filter((one) => one !== "--single-process");
  // The first use unpacks it; concurrent tests must not see a half-unpacked browser.
  const executablePath = await sqliteLock().hold(join(tmpdir(), "throughline-chromium.lock"), () =>
    packaged.executablePath(),
  );
  return chromium.launch({ executablePath, args, headless: true });
}
