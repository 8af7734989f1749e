import type { Platform } from "../../base/platform.js";
import { type Host, type HostContext, hookWords, type Launch, serverEntryOf } from "../../hosts/host.js";
import { type InstallEngines, selectExisting } from "./find-hosts.js";
import { skills } from "./skills.js";

/** One item to install in one file of a host. */
export type InstallItem =
  /** A value under one of our names. `ifMissing` keeps an existing value. */
  | {
      readonly kind: "value";
      readonly file: string;
      readonly format: "json" | "toml";
      readonly path: readonly string[];
      readonly value: unknown;
      readonly ifMissing?: boolean;
    }
  /** A hook of ours among others in a list. */
  | { readonly kind: "item"; readonly file: string; readonly path: readonly string[]; readonly value: unknown }
  /** A section of ours at the end of a person's text file, between marks. */
  | { readonly kind: "section"; readonly file: string; readonly text: string }
  /** A file of ours. */
  | { readonly kind: "file"; readonly file: string; readonly text: string; readonly isExecutable?: boolean };

/** Everything that connects a host. `exists` selects which of several possible files the host uses. */
export function itemsOf(
  host: Host,
  context: HostContext,
  launch: Launch,
  exists: (file: string) => boolean,
): InstallItem[] {
  const server = host.server?.(context);
  const items = [...hookItems(host, context, launch), ...skillItems(host, context)];
  if (!server) return items;
  const { files, format, path } = server;
  const file = files.find(exists) ?? files[0] ?? "";
  return [{ kind: "value", file, format, path, value: serverEntryOf(host, launch) }, ...items];
}

/** The hooks for some events. A host that loads hooks from a separate file gets all of them. */
export function hookItems(
  host: Host,
  context: HostContext,
  launch: Launch,
  events = host.hooks?.events,
): InstallItem[] {
  const hooks = host.hooks?.location(context);
  if (!hooks) return [];
  const { file } = hooks;
  if (hooks.kind === "file") {
    const beside = Object.entries(hooks.beside ?? {});
    const texts = [[file, hooks.text(launch, context.platform)], ...beside] as const;
    return texts.map(([path, text]) => ({ kind: "file", file: path, text }));
  }
  if (hooks.kind === "value")
    return [{ kind: "value", file, format: "json", path: hooks.path, value: hooks.value(launch, context.platform) }];
  const companions = Object.entries(hooks.companions).map(
    ([name, value]): InstallItem => ({ kind: "value", file, format: "json", path: [name], value, ifMissing: true }),
  );
  const items = (events ?? []).map((event): InstallItem => {
    const value = hooks.item(hookWords(launch, host.id, event), event, context.platform);
    return { kind: "item", file, path: ["hooks", event], value };
  });
  return [...companions, ...items];
}

function skillItems(host: Host, context: HostContext): InstallItem[] {
  const folder = host.skills?.(context);
  if (folder === undefined) return [];
  const fileOf = (name: string) => context.platform.join(folder, name, "SKILL.md");
  return skills.map(({ name, text }) => ({ kind: "file", file: fileOf(name), text }));
}

/** The folder in the home where programs of one user lie, by the convention of XDG. */
const folderOf = (platform: Platform) => platform.join(platform.home, ".local", "bin");

export const shellCommandFile = (platform: Platform): string => platform.join(folderOf(platform), "throughline");

/** Whether a shell finds the command where `shellCommand` puts it. */
export const isShellCommandOnPath = (platform: Platform): boolean => platform.searchPath.includes(folderOf(platform));

/**
 * The command `throughline` for a person's shell, if there is none yet: npm's global folder is often not writable. On
 * Windows it is the user's own.
 */
export async function shellCommand(
  { files, platform, launch }: Pick<InstallEngines, "files" | "platform" | "launch">,
  entries: readonly { readonly file: string }[],
): Promise<InstallItem[]> {
  const file = shellCommandFile(platform);
  const isOurs = entries.some((entry) => entry.file === file);
  if (platform.os === "win32" || (!isOurs && (await isTaken({ files, platform })))) return [];
  const text = `#!/bin/sh\nexec ${platform.shellLine(launch.words)} "$@"\n`;
  return [{ kind: "file", file, text, isExecutable: true }];
}

/** `npx` and scripts of npm add folders of packages to the PATH, which a shell does not have. */
async function isTaken({ files, platform }: Pick<InstallEngines, "files" | "platform">): Promise<boolean> {
  const folders = platform.searchPath.filter((folder) => !/[\\/]node_modules[\\/]/.test(folder));
  const paths = [folderOf(platform), ...folders].map((folder) => platform.join(folder, "throughline"));
  return (await selectExisting(files, paths)).size > 0;
}
