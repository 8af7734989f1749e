import { unwatchFile, watchFile } from "node:fs";
import type { Log } from "../../base/log.js";
import type { Layer } from "../../base/resolve-settings.js";
import { nodeFiles } from "../../engine/node-files/node-files.js";
import { type Catalog, catalogFor } from "../../surface/catalog.js";
import { type LoadedSettings, loadSettings } from "../wiring/load-settings.js";

interface Deps {
  readonly loaded: LoadedSettings;
  readonly folder: string;
  readonly flags: readonly Layer[];
  readonly log: Log;
}

const namesIn = ({ tools, resources, templates, prompts }: Catalog) =>
  [tools.filter(({ unlisted }) => !unlisted), resources, templates, prompts]
    .map((all) => all.map(({ name }) => name).join())
    .join(";");

/** Watches the user's settings file, so that `config set excludeTools …` takes effect in running servers. */
export function watchCatalog({ loaded, folder, flags, log }: Deps, changed: () => void) {
  let current = catalogFor(loaded.settings.values);
  const file = loaded.home.config;
  /** Reads the settings again: they may have changed between the start of the process and the start of watching. */
  const reload = async (): Promise<void> => {
    try {
      const { settings } = await loadSettings(nodeFiles, process.env, folder, flags);
      // A file that is being edited may be invalid for a moment: the previous settings stay.
      if (settings.ignored.some(({ name, origin }) => name === "" && origin === "user file")) return;
      const previous = current;
      current = catalogFor(settings.values);
      if (namesIn(current) !== namesIn(previous)) changed();
    } catch (error) {
      log.info("settings.reload", { error: String(error) });
    }
  };
  // Polled, because editors replace files, and event-based watching loses the new one.
  watchFile(file, { interval: 2000, persistent: false }, () => void reload());
  return { catalog: () => current, reload, stop: () => unwatchFile(file) };
}
