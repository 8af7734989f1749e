import { AppError } from "../../base/errors.js";
import type { Platform } from "../../base/platform.js";
import { suggest } from "../../base/suggest.js";
import type { ConfigFiles } from "../../engine/config-files.js";
import { allHosts } from "./hosts/all-hosts.js";
import type { AgentHost } from "./hosts/host.js";

/** The hosts that are on this machine: by their files, or by their program on the PATH. */
export async function detectHosts(files: ConfigFiles, platform: Platform): Promise<AgentHost[]> {
  const flags = await Promise.all(allHosts.map((host) => isInstalled(host, files, platform)));
  return allHosts.filter((_, i) => flags[i]);
}

async function isInstalled(
  { commands, detectionPaths }: AgentHost,
  files: ConfigFiles,
  platform: Platform,
): Promise<boolean> {
  const programs = commands.flatMap((command) =>
    platform.searchPath.flatMap((folder) => platform.programNames(command).map((name) => platform.join(folder, name))),
  );
  const existingPaths = await selectExisting(files, [...detectionPaths(platform), ...programs]);
  return existingPaths.size > 0;
}

/** Returns the paths that exist. */
export async function selectExisting(files: ConfigFiles, paths: readonly string[]): Promise<Set<string>> {
  const flags = await Promise.all(paths.map((path) => files.exists(path)));
  return new Set(paths.filter((_, i) => flags[i]));
}

export function hostNamed(name: string): AgentHost {
  const host = allHosts.find(({ id }) => id === name.toLowerCase());
  if (host) return host;
  const ids = allHosts.map(({ id }) => id);
  const suggestion = suggest(name, ids);
  throw new AppError("invalid", `Unknown agent: ${name}.${suggestion ? ` Did you mean ${suggestion}?` : ""}`, {
    hint: `Use one of ${ids.join(", ")}.`,
  });
}
