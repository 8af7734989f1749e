import type { Layer } from "../../base/resolve-settings.js";
import { nodeFiles } from "../../engine/node-files/node-files.js";
import { openBrowser } from "../../engine/node-host/open-browser.js";
import { loadSettings } from "../wiring/load-settings.js";
import { findPage } from "./running-server.js";

/** Opens the page of a running server; undefined if none is running. */
export async function openRunningPage(flags: readonly Layer[]): Promise<string | undefined> {
  const { home } = await loadSettings(nodeFiles, process.env, process.cwd(), flags);
  const address = await findPage(nodeFiles, home);
  if (address) await showPage(address);
  return address;
}

export async function showPage(address: string): Promise<void> {
  const isOpen = await openBrowser(address);
  process.stdout.write(isOpen ? `Opened ${address}\n` : `Open this in a browser: ${address}\n`);
}
