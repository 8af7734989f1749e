import { isObject, parseJson } from "../base/json.js";

/** A JSON object with unchecked fields: files and output of other programs. */
export type Json = Readonly<Record<string, unknown>>;

/** The value at a path of fields. */
export function valueAt(value: unknown, ...path: readonly string[]): unknown {
  let current = value;
  for (const name of path) {
    if (typeof current !== "object" || current === null) return undefined;
    current = (current as Json)[name];
  }
  return current;
}

export function objectAt(value: unknown, ...path: readonly string[]): Json {
  const field = valueAt(value, ...path);
  return isObject(field) ? field : {};
}

/** Empty for anything but a text. */
export function textAt(value: unknown, ...path: readonly string[]): string {
  const field = valueAt(value, ...path);
  return typeof field === "string" ? field : "";
}

/** The text of the first of these fields that has one. */
export function firstText(value: Json, ...names: readonly string[]): string {
  for (const name of names) {
    const field = value[name];
    if (typeof field === "string" && field !== "") return field;
  }
  return "";
}

export function numberAt(value: unknown, ...path: readonly string[]): number | undefined {
  const field = valueAt(value, ...path);
  return typeof field === "number" && Number.isFinite(field) ? field : undefined;
}

/** 0 for anything but a number. */
export const countAt = (value: unknown, ...path: readonly string[]): number => numberAt(value, ...path) ?? 0;

/** The tokens that a message took, for the metadata of its session. */
export const tokenFacts = (tokensIn: unknown, tokensOut: unknown) => ({
  tokensIn: countAt(tokensIn),
  tokensOut: countAt(tokensOut),
});

export function listAt(value: unknown, ...path: readonly string[]): readonly unknown[] {
  const field = valueAt(value, ...path);
  return Array.isArray(field) ? field : [];
}

export const objectsAt = (value: unknown, ...path: readonly string[]): readonly Json[] =>
  listAt(value, ...path).filter(isObject);

/** The text of content in any of the forms that agents write: a string, or blocks with a `text`. */
export function contentText(content: unknown): string {
  if (typeof content === "string") return content;
  if (Array.isArray(content)) return content.map(contentText).filter(Boolean).join("\n");
  if (!isObject(content)) return "";
  return firstText(content, "text", "output") || contentText(content.content);
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
