import { describeMistakes, type ResolvedSettings } from "../../base/resolve-settings.js";

/** Once per process: what is wrong in the settings, for the log of a host or the terminal. */
export function reportMistakes(settings: ResolvedSettings): void {
  for (const mistake of describeMistakes(settings)) process.stderr.write(`throughline: ${mistake}\n`);
}
