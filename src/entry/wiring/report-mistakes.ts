import { describeMistakes, type ResolvedSettings } from "../../base/resolve-settings.js";

/** Prints invalid settings once per process, for the log of a host or the terminal. */
export function reportMistakes(settings: ResolvedSettings): void {
  for (const mistake of describeMistakes(settings)) process.stderr.write(`throughline: ${mistake}\n`);
}
