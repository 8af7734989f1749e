import { AppError } from "../../base/errors.js";
import type { Home } from "../../base/home.js";
import type { Platform } from "../../base/platform.js";
import { suggest } from "../../base/suggest.js";
import type { ConfigFiles } from "../../engine/config-files.js";
import type { Lock } from "../../engine/lock.js";
import type { Self } from "../../engine/self.js";
import { allHosts, findHost } from "../../hosts/all-hosts.js";
import type { Host, HostContext, Launch } from "../../hosts/host.js";

/** What an installation needs of this machine. */
export interface InstallEngines {
  readonly files: ConfigFiles;
  readonly platform: Platform;
  readonly launch: Launch;
  readonly lock: Lock;
  readonly home: Home;
  readonly self: Self;
}

/** Where a host's files of the person are. */
export const userContext = (platform: Platform): HostContext => ({ platform, scope: "user", project: "" });

/** Hosts that have somewhere to put a server or hooks. */
export const connectableHosts = (): Host[] => allHosts.filter(({ server, hooks }) => server ?? hooks);

/** Hosts that cannot be connected, but may have left sessions. */
export const otherHosts = (): Host[] => allHosts.filter(({ server, hooks }) => !server && !hooks);

/** The hosts that are on this machine: by their files, or by their program on the PATH. */
export const detectHosts = (files: ConfigFiles, platform: Platform): Promise<Host[]> =>
  withFiles(files, connectableHosts(), ({ commands, detectionPaths }) => [
    ...detectionPaths(platform),
    ...commands.flatMap((command) => programPaths(platform, command)),
  ]);

/** The hosts whose sessions can be started from here. */
export const startableHosts = (files: ConfigFiles, platform: Platform): Promise<StartableHost[]> =>
  withFiles(
    files,
    allHosts.filter((host): host is StartableHost => host.start !== undefined),
    ({ start }) => programPaths(platform, start.program),
  );

/** Those of which any of the paths exists. */
async function withFiles<H>(files: ConfigFiles, hosts: readonly H[], pathsOf: (host: H) => string[]): Promise<H[]> {
  const found = await Promise.all(hosts.map((host) => selectExisting(files, pathsOf(host))));
  return hosts.filter((_, i) => found[i]?.size);
}

/** Where a shell looks for a program. */
export const programPaths = (platform: Platform, program: string): string[] =>
  platform.searchPath.flatMap((folder) => platform.programNames(program).map((name) => platform.join(folder, name)));

export type StartableHost = Host & { readonly start: NonNullable<Host["start"]> };

/** Returns the paths that exist. */
export async function selectExisting(files: ConfigFiles, paths: readonly string[]): Promise<Set<string>> {
  const flags = await Promise.all(paths.map((path) => files.exists(path)));
  return new Set(paths.filter((_, i) => flags[i]));
}

export function hostNamed(name: string): Host {
  const host = findHost(name.toLowerCase());
  if (host && (host.server ?? host.hooks)) return host;
  const ids = connectableHosts().map(({ id }) => id);
  if (host)
    throw new AppError("invalid", `${host.name} takes neither an MCP server nor hooks: it cannot be connected.`, {
      hint: `Import its sessions with \`throughline import sessions --agent ${host.id}\`, or connect one of ${ids.join(", ")}.`,
    });
  const suggestion = suggest(name, ids);
  throw new AppError("invalid", `Unknown agent: ${name}.${suggestion ? ` Did you mean ${suggestion}?` : ""}`, {
    hint: `Use one of ${ids.join(", ")}.`,
  });
}
