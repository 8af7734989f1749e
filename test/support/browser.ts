import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

/** A Chromium of the system where there is one, else the one that npm brought. */
export async function openBrowser(): Promise<Browser> {
  const own = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(
    (path) => path !== undefined && existsSync(path),
  );
  if (own) return chromium.launch({ executablePath: own, args: ["--no-sandbox"] });
  const { default: packaged } = await import("@sparticuz/chromium");
  // In one process, the browser would end with the first page that is closed.
  const args = packaged.args.filter((one) => one !== "--single-process");
  return chromium.launch({ executablePath: await packaged.executablePath(), args, headless: true });
}
