import { isObject } from "../base/json.js";

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

export function listAt(value: unknown, ...path: readonly string[]): readonly unknown[] {
  const field = valueAt(value, ...path);
  return Array.isArray(field) ? field : [];
}

export const objectsAt = (value: unknown, ...path: readonly string[]): readonly Json[] =>
  listAt(value, ...path).filter(isObject);
