import { unwatchFile, watchFile } from "node:fs";
import type { Log } from "../../base/log.js";
import type { Layer } from "../../base/resolve-settings.js";
import type { Settings } from "../../base/settings.js";
import { nodeFiles } from "../../engine/node-files/node-files.js";
import { type Catalog, catalogFor } from "../../surface/catalog.js";
import { type LoadedSettings, loadSettings } from "../wiring/load-settings.js";

interface Watched {
  catalog(): Catalog;
  /** Reads the settings again: they may have changed between the start of the process and the start of watching. */
  reload(): Promise<void>;
  stop(): void;
}

interface Deps {
  readonly loaded: LoadedSettings;
  readonly folder: string;
  readonly flags: readonly Layer[];
  readonly catalog: Catalog;
  readonly log: Log;
}

const namesIn = ({ tools, resources, templates, prompts }: Catalog) =>
  [tools.filter(({ unlisted }) => !unlisted), resources, templates, prompts]
    .map((all) => all.map(({ name }) => name).join())
    .join(";");

/** Watches the user's settings file, so that `config set excludeTools …` takes effect in running servers. */
export function watchCatalog({ loaded, folder, flags, catalog, log }: Deps, changed: () => void): Watched {
  let current = catalog;
  const update = (settings: Settings) => {
    const next = catalogFor(settings);
    const differs = namesIn(next) !== namesIn(current);
    current = next;
    if (differs) changed();
  };
  const file = loaded.home.config;
  const reload = async () => {
    try {
      const { settings: reloaded } = await loadSettings(nodeFiles, process.env, folder, flags);
      // A file that is being edited may be invalid for a moment: the previous settings stay.
      if (reloaded.ignored.some(({ name, origin }) => name === "" && origin === "user file")) return;
      update(reloaded.values);
    } catch (error) {
      log.info("settings.reload", { error: String(error) });
    }
  };
  // Polled, because editors replace files, and event-based watching loses the new one.
  watchFile(file, { interval: 2000, persistent: false }, () => void reload());
  return { catalog: () => current, reload, stop: () => unwatchFile(file) };
}
