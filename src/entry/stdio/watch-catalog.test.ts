import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { silentLog } from "../../base/log.js";
import { nodeFiles } from "../../engine/node-files/node-files.js";
import { loadSettings } from "../wiring/load-settings.js";
import { watchCatalog } from "./watch-catalog.js";

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "throughline-home-"));
  vi.stubEnv("THROUGHLINE_HOME", home);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true, force: true });
});

it("reports settings that changed before they were watched", async () => {
  const loaded = await loadSettings(nodeFiles, process.env, home, []);
  writeFileSync(join(home, "config.json"), JSON.stringify({ toolsets: ["memory"] }));
  const changed = vi.fn();
  const watched = watchCatalog({ loaded, folder: home, flags: [], log: silentLog }, changed);
  await watched.reload();
  watched.stop();
  expect(changed).toHaveBeenCalledOnce();
  expect(watched.catalog().tools.some(({ name }) => name.startsWith("context_"))).toBe(false);
});
