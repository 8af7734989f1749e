import { isObject, type JsonObject, parseJson } from "../../base/json.js";
import type { Files } from "../../engine/files.js";

/** The result of reading a JSON file: people and merges can damage it, and a damaged one must not look empty. */
type JsonRead = { readonly kind: "object"; readonly value: JsonObject } | { readonly kind: "absent" | "damaged" };

export async function readJsonFile(files: Files, path: string): Promise<JsonRead> {
  const text = await files.readPlain(path);
  if (text === undefined) return { kind: "absent" };
  const value = parseJson(text);
  return isObject(value) ? { kind: "object", value } : { kind: "damaged" };
}

/** The object in the file, or an empty one when it is absent or damaged. */
export async function readJsonOr(files: Files, path: string): Promise<JsonObject> {
  const read = await readJsonFile(files, path);
  return read.kind === "object" ? read.value : {};
}

export const jsonText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** A record that people and other programs may have changed: each field is read as what it should be. */
export const jsonRecord =
  <F extends Readonly<Record<string, (value: unknown) => unknown>>>(fields: F) =>
  (value: unknown) => {
    const record = asObject(value);
    const read = Object.entries(fields).map(([name, as]) => [name, as(record[name])]);
    return Object.fromEntries(read) as { readonly [K in keyof F]: ReturnType<F[K]> };
  };

export const asText = (value: unknown): string =>
  typeof value === "string" ? value : value === undefined || value === null ? "" : String(value);

export const asTexts = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

export const asObject = (value: unknown): Readonly<JsonObject> => (isObject(value) ? value : {});

/** Other programs write a space between date and time. */
export const asTime = (value: unknown): string =>
  asText(value)
    .replace(/^(\d{4}-\d{2}-\d{2}) /, "$1T")
    .replace(/\+00:00$/, "Z");

export const asTimeOrNull = (value: unknown): string | null => (value ? asTime(value) : null);

/** One of the values; the first one in place of any other. */
export const asOneOf =
  <T extends string>(...values: readonly [T, ...(readonly T[])]) =>
  (value: unknown): T =>
    values.find((candidate) => candidate === value) ?? values[0];

export const asFlag = (value: unknown): boolean => value === true;
