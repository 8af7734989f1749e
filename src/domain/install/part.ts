import type { AgentHost, Launch, Place } from "./hosts/host.js";
import { skills } from "./skills.js";

/** One thing that belongs into one file of a host. */
export type Part =
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
export function partsOf(host: AgentHost, place: Place, launch: Launch, isThere: (file: string) => boolean): Part[] {
  return [...serverDeps(host, place, launch, isThere), ...hookParts(host, place, launch), ...skillParts(host, place)];
}

function serverDeps(host: AgentHost, place: Place, launch: Launch, isThere: (file: string) => boolean): Part[] {
  const spot = host.server(place);
  if (!spot) return [];
  const file = spot.files.find(isThere) ?? spot.files[0] ?? "";
  return [{ kind: "value", file, format: spot.format, path: spot.path, value: host.serverEntry(launch) }];
}

function hookParts(host: AgentHost, place: Place, launch: Launch): Part[] {
  const hooks = host.hooks?.(place);
  if (!hooks) return [];
  if (hooks.kind === "file") {
    return [{ kind: "file", file: hooks.file, text: hooks.text(launch, host.events, place.platform) }];
  }
  const { file } = hooks;
  const besides = Object.entries(hooks.besides).map(
    ([name, value]): Part => ({ kind: "value", file, format: "json", path: [name], value, ifMissing: true }),
  );
  const items = host.events.map(
    (event): Part => ({ kind: "item", file, path: ["hooks", event], value: hooks.item(launch, event, place.platform) }),
  );
  return [...besides, ...items];
}

function skillParts(host: AgentHost, place: Place): Part[] {
  const folder = host.skills?.(place);
  if (folder === undefined) return [];
  const fileOf = (name: string) => place.platform.join(folder, name, "SKILL.md");
  return skills.map(({ name, text }) => ({ kind: "file", file: fileOf(name), text }));
}
