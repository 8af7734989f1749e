import { dirname, join } from "node:path";
import { AppError } from "../../base/errors.js";
import {
  describeMistakes,
  environmentLayers,
  type Layer,
  type ResolvedSettings,
  resolveSettings,
} from "../../base/resolve-settings.js";
import { allowlistFile, createSettingsFiles, repositorySettingsFile } from "../../domain/system/settings-files.js";
import type { Files } from "../../engine/files.js";
import { findHome } from "./find-home.js";

export type LoadedSettings = Awaited<ReturnType<typeof loadSettings>>;

/** Defaults, the user's file, the repository's file, environment, flags; later layers win. */
export async function loadSettings(
  files: Files,
  env: Readonly<Record<string, string | undefined>>,
  folder: string,
  flags: readonly Layer[],
) {
  const home = findHome(env);
  const settingsFiles = createSettingsFiles(files, home);
  const repository = await findUp(files, folder, repositorySettingsFile);
  const repositoryLayer = repository ? await settingsFiles.repositoryLayer(repository) : undefined;
  const layers = [await settingsFiles.userLayer(), repositoryLayer, ...environmentLayers(env), ...flags];
  const allowlistPath = await findUp(files, folder, allowlistFile);
  /** The text of the repository's approved allowlist. */
  const allowlist = (allowlistPath && (await settingsFiles.approvedText(allowlistPath))) ?? "";
  return { home, settings: resolveSettings(layers.filter((one) => one !== undefined)), settingsFiles, allowlist };
}

/** Prints invalid settings once per process, for the log of a host or the terminal. */
export function reportMistakes(settings: ResolvedSettings): void {
  for (const mistake of describeMistakes(settings)) process.stderr.write(`throughline: ${mistake}\n`);
}

/** Servers that nobody watches must not start with other settings than their operator chose. */
export function refuseMistakes(settings: ResolvedSettings, program: string): void {
  const [mistake] = describeMistakes(settings);
  if (mistake) throw new AppError("invalid", mistake, { hint: `Correct it and start the ${program} again.` });
}

async function findUp(files: Files, from: string, name: string): Promise<string | undefined> {
  for (let folder = from; ; folder = dirname(folder)) {
    const path = join(folder, name);
    if (await files.exists(path)) return path;
    if (dirname(folder) === folder) return undefined;
  }
}
