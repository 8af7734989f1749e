import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium } from "playwright-core";
import { sqliteLock } from "../../src/engine/sqlite/sqlite-lock.js";
import { sharedFolder } from "./shared-folder.js";

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

/** A browser, and how to end its use. */
export interface BorrowedBrowser {
  readonly browser: Browser;
  giveBack(): Promise<void>;
}

let shared: Browser | undefined;

/** Test files of one process share a browser, because starting it takes longer than most of their tests; it ends with the process. */
export async function borrowBrowser(): Promise<BorrowedBrowser> {
  if (sharedFolder() === undefined) {
    const browser = await openBrowser();
    return { browser, giveBack: () => browser.close() };
  }
  const browser = shared?.isConnected() ? shared : await openBrowser();
  shared = browser;
  const closeContexts = async () => {
    for (const context of browser.contexts()) await context.close();
  };
  return { browser, giveBack: closeContexts };
}

async function unpackBrowser(): Promise<string> {
  const { default: packaged } = await import("@sparticuz/chromium");
  // The first use unpacks it; concurrent tests must not see a half-unpacked browser.
  return sqliteLock().hold(join(tmpdir(), "throughline-chromium.lock"), () => packaged.executablePath());
}
