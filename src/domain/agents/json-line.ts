import { parseJson } from "../../base/json.js";

/** A line that is a JSON object; anything else is not an event. */
export function readJsonLine(text: string): unknown {
  return text.startsWith("{") ? parseJson(text) : undefined;
}

/** The value at a path of fields, in untyped output. */
export function valueAt(value: unknown, ...path: readonly string[]): unknown {
  let current = value;
  for (const name of path) {
    if (typeof current !== "object" || current === null) return undefined;
    current = (current as Record<string, unknown>)[name];
  }
  return current;
}

export function textAt(value: unknown, ...path: readonly string[]): string {
  const field = valueAt(value, ...path);
  return typeof field === "string" ? field : "";
}

export function numberAt(value: unknown, ...path: readonly string[]): number {
  const field = valueAt(value, ...path);
  return typeof field === "number" && Number.isFinite(field) ? field : 0;
}

export function listAt(value: unknown, ...path: readonly string[]): readonly unknown[] {
  const field = valueAt(value, ...path);
  return Array.isArray(field) ? field : [];
}
