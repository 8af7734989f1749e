import { isObject, type JsonObject, parseJson } from "../../base/json.js";
import type { Files } from "../../engine/files.js";

/** The result of reading a JSON file: people and merges can damage it, and a damaged one must not look empty. */
export type JsonRead =
  | { readonly kind: "object"; readonly value: JsonObject }
  | { readonly kind: "absent" | "damaged" };

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

export const textIn = (object: JsonObject, name: string): string => {
  const value = object[name];
  return typeof value === "string" ? value : value === undefined || value === null ? "" : String(value);
};

export const textsIn = (object: JsonObject, name: string): string[] => {
  const value = object[name];
  return Array.isArray(value) ? value.map(String) : [];
};
