import { dirname, join } from "node:path";
import type { Home } from "../../base/home.js";
import { environmentLayers, type Layer, type ResolvedSettings, resolveSettings } from "../../base/resolve-settings.js";
import {
  allowlistFile,
  createSettingsFiles,
  repositorySettingsFile,
  type SettingsFiles,
} from "../../domain/system/settings-files.js";
import type { Files } from "../../engine/files.js";
import { findHome } from "./find-home.js";

type Environment = Readonly<Record<string, string | undefined>>;

export interface LoadedSettings {
  readonly home: Home;
  readonly settings: ResolvedSettings;
  readonly settingsFiles: SettingsFiles;
  /** The text of the repository's approved allowlist. */
  readonly allowlist: string;
}

/** Defaults, the user's file, the repository's file, environment, flags; later layers win. */
export async function loadSettings(
  files: Files,
  env: Environment,
  folder: string,
  flags: readonly Layer[],
): Promise<LoadedSettings> {
  const home = findHome(env);
  const settingsFiles = createSettingsFiles(files, home);
  const repository = await findUp(files, folder, repositorySettingsFile);
  const repositoryLayer = repository ? await settingsFiles.repositoryLayer(repository) : undefined;
  const layers = [
    await settingsFiles.userLayer(),
    ...(repositoryLayer ? [repositoryLayer] : []),
    ...environmentLayers(env),
    ...flags,
  ];
  const allowlistPath = await findUp(files, folder, allowlistFile);
  const allowlist = (allowlistPath && (await settingsFiles.approvedText(allowlistPath))) ?? "";
  return { home, settings: resolveSettings(layers), settingsFiles, allowlist };
}

async function findUp(files: Files, from: string, name: string): Promise<string | undefined> {
  for (let folder = from; ; folder = dirname(folder)) {
    const path = join(folder, name);
    if (await files.exists(path)) return path;
    if (dirname(folder) === folder) return undefined;
  }
}
