import { isObject, parseJson } from "../../../base/json.js";

/** A JSON object with unchecked fields: transcripts are files of other programs. */
export type Json = Readonly<Record<string, unknown>>;

export const objectAt = (value: Json, name: string): Json => {
  const field = value[name];
  return isObject(field) ? field : {};
};

export const textAt = (value: Json, name: string): string => {
  const field = value[name];
  return typeof field === "string" ? field : "";
};

export const numberAt = (value: Json, name: string): number | undefined => {
  const field = value[name];
  return typeof field === "number" && Number.isFinite(field) ? field : undefined;
};

export const listAt = (value: Json, name: string): readonly unknown[] => {
  const field = value[name];
  return Array.isArray(field) ? field : [];
};

export const objectsAt = (value: Json, name: string): readonly Json[] => listAt(value, name).filter(isObject);

/** The text of content in any of the forms that agents write: a string, or blocks with a `text`. */
export function contentText(content: unknown): string {
  if (typeof content === "string") return content;
  if (Array.isArray(content)) return content.map(contentText).filter(Boolean).join("\n");
  if (!isObject(content)) return "";
  return textAt(content, "text") || textAt(content, "output") || contentText(content.content);
}

/** A JSON text that holds an object, or nothing of it. */
export function parseJsonObject(text: string): Json | undefined {
  const value = parseJson(text);
  return isObject(value) ? value : undefined;
}

// As `toISOString` writes it, with values that a calendar may have: used as it is.
const isIsoTime = /^20\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;

/** ISO time from text or from milliseconds or seconds since 1970; empty when it is neither. */
export function timeOf(value: unknown): string {
  if (typeof value === "number" && value > 0) return new Date(value < 1e11 ? value * 1000 : value).toISOString();
  if (typeof value !== "string") return "";
  if (isIsoTime.test(value)) return value;
  const ms = Date.parse(value);
  return Number.isNaN(ms) ? "" : new Date(ms).toISOString();
}
