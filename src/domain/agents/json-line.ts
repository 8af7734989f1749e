import { parseJson } from "../../base/json.js";

/** A line that should be a JSON object; anything else is no event. */
export function readJsonLine(text: string): unknown {
  return text.startsWith("{") ? parseJson(text) : undefined;
}

/** The value at a path of fields, in whatever an agent printed. */
export function at(value: unknown, ...path: readonly string[]): unknown {
  let here = value;
  for (const name of path) {
    if (typeof here !== "object" || here === null) return undefined;
    here = (here as Record<string, unknown>)[name];
  }
  return here;
}

export function textAt(value: unknown, ...path: readonly string[]): string {
  const found = at(value, ...path);
  return typeof found === "string" ? found : "";
}

export function numberAt(value: unknown, ...path: readonly string[]): number {
  const found = at(value, ...path);
  return typeof found === "number" && Number.isFinite(found) ? found : 0;
}

export function listAt(value: unknown, ...path: readonly string[]): readonly unknown[] {
  const found = at(value, ...path);
  return Array.isArray(found) ? found : [];
}
