import type { AgentHost, Launch, Place } from "./hosts/host.js";
import { skills } from "./skills.js";

/** One thing that belongs into one file of a host. */
export type InstallItem =
  /** A value of ours under a name of ours. `ifMissing` leaves a value that is there alone. */
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
  /** A file of ours. */
  | { readonly kind: "file"; readonly file: string; readonly text: string };

/** Everything that connects a host. `isThere` tells which of several possible files the host uses. */
export function itemsOf(
  host: AgentHost,
  place: Place,
  launch: Launch,
  isThere: (file: string) => boolean,
): InstallItem[] {
  return [...serverItems(host, place, launch, isThere), ...hookItems(host, place, launch), ...skillItems(host, place)];
}

function serverItems(host: AgentHost, place: Place, launch: Launch, isThere: (file: string) => boolean): InstallItem[] {
  const spot = host.server(place);
  if (!spot) return [];
  const file = spot.files.find(isThere) ?? spot.files[0] ?? "";
  return [{ kind: "value", file, format: spot.format, path: spot.path, value: host.serverEntry(launch) }];
}

/** The hooks for some events. A host that takes a file of hooks gets all of them. */
export function hookItems(host: AgentHost, place: Place, launch: Launch, events = host.events): InstallItem[] {
  const hooks = host.hooks?.(place);
  if (!hooks) return [];
  const { file } = hooks;
  if (hooks.kind === "file") return [{ kind: "file", file, text: hooks.text(launch, host.events, place.platform) }];
  const besides = Object.entries(hooks.besides).map(
    ([name, value]): InstallItem => ({ kind: "value", file, format: "json", path: [name], value, ifMissing: true }),
  );
  const items = events.map(
    (event): InstallItem => ({
      ...{ kind: "item", file, path: ["hooks", event] },
      value: hooks.item(launch, event, place.platform),
    }),
  );
  return [...besides, ...items];
}

function skillItems(host: AgentHost, place: Place): InstallItem[] {
  const folder = host.skills?.(place);
  if (folder === undefined) return [];
  const fileOf = (name: string) => place.platform.join(folder, name, "SKILL.md");
  return skills.map(({ name, text }) => ({ kind: "file", file: fileOf(name), text }));
}
