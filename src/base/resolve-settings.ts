import { AppError } from "./errors.js";
import { isObject } from "./json.js";
import {
  environmentAliasesOf,
  environmentOf,
  flagAliasesOf,
  flagOf,
  isSettingName,
  type SettingName,
  type Settings,
  settingNames,
  settingOf,
} from "./settings.js";

/** Where values came from. Later layers win. */
export interface Layer {
  readonly origin: "user file" | "repository file" | "environment" | "flag";
  /** The file, variable or flag, for messages. */
  readonly where: string;
  readonly values: Readonly<Record<string, unknown>>;
  /** Without approval, a repository's file may set only what is harmless. */
  readonly approved: boolean;
  /** Why it could not be read, such as "is not a JSON object"; it then has no values. */
  readonly problem?: string | undefined;
  /** The text that could not be read: what it mentions counts as invalid. */
  readonly unreadText?: string | undefined;
}

export interface Origin {
  readonly origin: Layer["origin"] | "default";
  readonly where: string;
}

export interface ResolvedSettings {
  readonly values: Settings;
  readonly origins: Readonly<Record<SettingName, Origin>>;
  /** Settings of a layer that have no effect, and why. */
  readonly ignored: readonly IgnoredSetting[];
}

export interface IgnoredSetting extends Origin {
  /** Empty where a whole file could not be read. */
  readonly name: string;
  readonly why: string;
  /** A mistake to report to the person, rather than a setting that waits for approval or that this version does not know. */
  readonly isInvalid: boolean;
  /** Where only entries of a list have no effect, their positions from 1. */
  readonly entries?: readonly number[];
}

/**
 * A mistake in one layer never stops the product: the layer below it, in the end the default, applies. A setting that
 * limits what may happen gets its strictest value instead.
 */
export function resolveSettings(layers: readonly Layer[]): ResolvedSettings {
  const values: Record<string, unknown> = {};
  const origins: Record<string, Origin> = {};
  const ignored: IgnoredSetting[] = [];
  for (const name of settingNames) {
    values[name] = settingOf(name).default;
    origins[name] = { origin: "default", where: "" };
  }
  for (const layer of layers) {
    const { origin, where, problem } = layer;
    if (problem) ignored.push({ name: "", origin, where, why: problem, isInvalid: true });
    const reject = (name: SettingName, why: string) => {
      const { whenInvalid } = settingOf(name);
      ignored.push({ name, origin, where, why, isInvalid: true });
      if (!whenInvalid) return;
      values[name] = whenInvalid.value;
      origins[name] = { origin, where };
    };
    for (const name of unreadLimits(layer)) reject(name, "cannot be read");
    for (const [name, raw] of Object.entries(layer.values)) {
      const why = reasonToIgnore(layer, name);
      if (why) {
        ignored.push({ name, origin, where, why, isInvalid: false });
        continue;
      }
      const reading = settingOf(name as SettingName).read(raw);
      if (reading.ok) {
        values[name] = reading.value;
        origins[name] = { origin, where };
        const { entries = [], expected } = reading.without ?? {};
        if (entries.length > 0)
          ignored.push({ name, origin, where, why: `must be ${expected}`, isInvalid: true, entries });
      } else reject(name as SettingName, `must be ${reading.expected}`);
    }
  }
  return { values: values as unknown as Settings, origins: origins as Record<SettingName, Origin>, ignored };
}

/** Limits that a file sets which cannot be read, judged by the words in it. */
const unreadLimits = (layer: Layer): SettingName[] =>
  settingNames.filter((name) => {
    const [word] = name.split(".");
    const isMentioned = layer.unreadText?.includes(`"${word}"`) || layer.unreadText?.includes(`"${name}"`);
    return settingOf(name).whenInvalid && isMentioned && !reasonToIgnore(layer, name);
  });

function reasonToIgnore(layer: Layer, name: string): string | undefined {
  if (!isSettingName(name)) return "unknown setting";
  if (layer.approved) return undefined;
  return "the repository's file is not approved; read it, then run `throughline config trust`";
}

/** One sentence for people about a setting that has no effect. */
export function describeIgnored({ name, where, why, isInvalid, entries }: IgnoredSetting): string {
  if (name === "") return `${where} ${why}. It has no effect.`;
  if (entries) return `${name} in ${where} ${why}. Entry ${entries.join(", ")} of it has no effect.`;
  const { whenInvalid } = isSettingName(name) ? settingOf(name) : {};
  const effect = whenInvalid ? `Until it is corrected, ${whenInvalid.effect}.` : "It has no effect.";
  return isInvalid ? `${name} in ${where} ${why}. ${effect}` : `${name} in ${where} has no effect: ${why}.`;
}

/** Mistakes in the settings, as sentences. */
export const describeMistakes = ({ ignored }: ResolvedSettings): string[] =>
  ignored.filter(({ isInvalid }) => isInvalid).map(describeIgnored);

/** What is wrong with one setting, if anything is. */
export function describeInvalid({ ignored }: ResolvedSettings, setting: SettingName): string | undefined {
  const mistake = ignored.findLast(({ name, isInvalid }) => name === setting && isInvalid);
  return mistake && describeIgnored(mistake);
}

/** For command lines: an invalid flag is an error there, because ignoring it would give another result than was asked for. */
export function refuseInvalidFlags({ ignored }: ResolvedSettings): void {
  const mistake = ignored.find(({ origin, isInvalid }) => origin === "flag" && isInvalid);
  if (!mistake) return;
  const { name, where, why } = mistake;
  throw new AppError("invalid", `${where} ${why}.`, isSettingName(name) ? { hint: settingOf(name).describe } : {});
}

export function readSetting(name: SettingName, raw: unknown, where: string): unknown {
  const reading = settingOf(name).read(raw);
  if (reading.ok && !reading.without) return reading.value;
  const expected = reading.ok ? reading.without?.expected : reading.expected;
  const hint = `Correct it, or run \`throughline config set ${name} <value>\`.`;
  throw new AppError("invalid", `${name} in ${where} must be ${expected}.`, { hint });
}

/** One layer per environment variable. Where several set the same setting, the documented name wins. */
export function environmentLayers(env: Readonly<Record<string, string | undefined>>): Layer[] {
  return settingNames.flatMap((name) => {
    const variables = [...(settingOf(name).env ?? []), ...environmentAliasesOf(name), environmentOf(name)];
    return variables
      .filter((where) => env[where])
      .map((where) => ({ origin: "environment" as const, where, values: { [name]: env[where] }, approved: true }));
  });
}

/** Removes the flags of settings from `argv`; the rest belongs to the command. */
export function takeSettingFlags(argv: readonly string[]): { layers: Layer[]; rest: string[] } {
  const byFlag = new Map(
    settingNames.flatMap((name) => [flagOf(name), ...flagAliasesOf(name)].map((flag) => [`--${flag}`, name])),
  );
  const layers: Layer[] = [];
  const rest: string[] = [];
  for (let i = 0; i < argv.length; i++) {
    const word = argv[i] ?? "";
    if (word === "--") return { layers, rest: [...rest, ...argv.slice(i)] };
    const [flagWord = "", inline] = word.split(/=(.*)/s);
    const name = byFlag.get(flagWord);
    if (!name) {
      rest.push(word);
      continue;
    }
    const isSwitch = typeof settingOf(name).default === "boolean";
    const raw = inline ?? (isSwitch ? "true" : argv[++i]);
    const values = raw === undefined ? {} : { [name]: raw };
    const problem = raw === undefined ? "has no value" : undefined;
    layers.push({ origin: "flag", where: flagWord, values, approved: true, problem });
  }
  return { layers, rest };
}

/** More than any setting's name has. */
const maxDepth = 4;

/** `{ agent: { timeout: 1 } }` → `{ "agent.timeout": 1 }`: files may nest settings. */
export function flattenSettings(
  tree: Readonly<Record<string, unknown>>,
  prefix = "",
  depth = 1,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(tree).flatMap(([key, value]) => {
      const name = prefix + key;
      if (isSettingName(name) || !isObject(value) || depth === maxDepth) return [[name, value]];
      return Object.entries(flattenSettings(value, `${name}.`, depth + 1));
    }),
  );
}
