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
  const executablePath = systemPath ?? (await unpackBrowser());
  // An emulated graphics card would take two thirds of a test's CPU time.
  return chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
}

async function unpackBrowser(): Promise<string> {
  const { default: packaged } = await import("@sparticuz/chromium");
  // The first use unpacks it; concurrent tests must not see a half-unpacked browser.
  return sqliteLock().hold(join(tmpdir(), "throughline-chromium.lock"), () => packaged.executablePath());
}
