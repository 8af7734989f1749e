import { isDeepStrictEqual } from "node:util";
import { isObject } from "../../base/json.js";
import type { ConfigFiles } from "../../engine/config-files.js";
import type { ConfigLocation } from "../../hosts/host.js";
import { valueInJson } from "../formats/parse-jsonc.js";
import { valueInToml } from "../formats/read-toml.js";
import type { InstallItem } from "./install-item.js";
import { ourHookPaths } from "./our-hook.js";
import { appendJsonc, removeJsonc, setJsonc } from "./text/edit-jsonc.js";
import { setTomlTable, setTomlValue } from "./text/edit-toml.js";
import { type EditedText, insert, splice } from "./text/splice.js";

/** An item in a file, with what is needed to remove it from a file that has changed since. */
export type AppliedItem = InstallItem & {
  /** The value at its path before. */
  readonly previous?: unknown;
  /** How many names of its path existed before. */
  readonly known: number;
};

/** Adds an item to a text. An existing item changes nothing. */
export function applyItem(edited: EditedText, item: InstallItem): { edited: EditedText; applied: AppliedItem } {
  if (item.kind === "file")
    return { edited: splice(edited, 0, edited.text.length, item.text), applied: { ...item, known: 0 } };
  if (item.kind === "section") return { edited: applySection(edited, item.text), applied: { ...item, known: 0 } };
  const { path } = item;
  const format = item.kind === "value" ? item.format : "json";
  const previous = valueAt(edited.text, format, path);
  const missing = path.findIndex((_, i) => valueAt(edited.text, format, path.slice(0, i + 1)) === undefined);
  const known = missing < 0 ? path.length : missing;
  const next = item.kind === "value" ? applyValue(edited, item, previous) : applyHook(edited, path, item.value);
  return { edited: next, applied: { ...item, known, ...(previous === undefined ? {} : { previous }) } };
}

const sectionStart =
  "<!-- throughline: what you want in every project; `throughline everywhere unexport` removes it -->";
const sectionEnd = "<!-- /throughline -->";

function applySection(edited: EditedText, text: string): EditedText {
  const without = removeSection(edited);
  const at = without.text.length;
  const gap = at === 0 || without.text.endsWith("\n") ? "" : "\n";
  return insert(without, at, `${gap}${sectionStart}\n${text}\n${sectionEnd}\n`);
}

/** With the line breaks around it that came with it. */
export function removeSection(edited: EditedText): EditedText {
  const start = edited.text.indexOf(sectionStart);
  const end = edited.text.indexOf(sectionEnd, start);
  return start < 0 || end < 0 ? edited : splice(edited, start, end + sectionEnd.length + 1, "");
}

export const valueAt = (text: string, format: "json" | "toml", path: readonly string[]): unknown =>
  format === "json" ? valueInJson(text, path) : valueInToml(text, path);

/** The value at a host's location, in the first of its files that has one. */
export async function settingAt(location: ConfigLocation | undefined, { read }: Pick<ConfigFiles, "read">) {
  if (!location) return undefined;
  for (const file of location.files) {
    const text = await read(file);
    const value = text === undefined ? undefined : valueAt(text, location.format, location.path);
    if (value !== undefined) return value;
  }
  return undefined;
}

export const setValue = (
  edited: EditedText,
  format: "json" | "toml",
  path: readonly string[],
  value: unknown,
): EditedText => (format === "json" ? setJsonc(edited, path, value) : setTomlValue(edited, path, value));

function applyValue(edited: EditedText, item: InstallItem & { kind: "value" }, previous: unknown): EditedText {
  const { format, path, value, ifMissing } = item;
  if (previous !== undefined && ifMissing) return edited;
  if (previous === undefined && format === "toml") return setTomlTable(edited, path, value as Record<string, unknown>);
  if (!isObject(previous)) return setValue(edited, format, path, value);
  // An existing entry keeps a person's additions: only our own fields are set.
  return leavesOf(value).reduce((now, [subpath, leaf]) => {
    const fullPath = [...path, ...subpath];
    return isDeepStrictEqual(toPlain(valueAt(now.text, format, fullPath)), leaf)
      ? now
      : setValue(now, format, fullPath, leaf);
  }, edited);
}

/** Updates a hook of ours that is in the list, and removes duplicates. */
function applyHook(edited: EditedText, path: readonly string[], value: unknown): EditedText {
  const ours = ourHookPaths(valueInJson(edited.text, path));
  const first = ours.find(({ length }) => length === 1);
  const duplicates = ours.filter((one) => one !== first);
  const deduplicated = duplicates.reduceRight((now, subpath) => removeJsonc(now, [...path, ...subpath]), edited);
  if (!first) return appendJsonc(deduplicated, path, value);
  const fullPath = [...path, ...first];
  return isDeepStrictEqual(toPlain(valueInJson(deduplicated.text, fullPath)), value)
    ? deduplicated
    : setJsonc(deduplicated, fullPath, value);
}

/** The names and values that a nested value consists of. */
export function leavesOf(value: unknown, path: readonly string[] = []): [readonly string[], unknown][] {
  if (!isObject(value)) return [[path, value]];
  return Object.entries(value).flatMap(([key, child]) => leavesOf(child, [...path, key]));
}

/** Values that were parsed have other prototypes than our own. */
const toPlain = (value: unknown): unknown => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)));
