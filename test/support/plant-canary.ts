/** A place in a JSON value: names of fields, `[]` for any member of a list, `{}` for JSON inside a string. */
export type JsonPath = string;

/** Every place of a value that holds a string, also within strings that are JSON themselves. */
export function stringPaths(value: unknown, path: JsonPath = ""): Set<JsonPath> {
  if (typeof value === "string") {
    const inner = parseContainer(value);
    return inner === undefined ? new Set([path]) : stringPaths(inner, `${path}.{}`);
  }
  if (Array.isArray(value)) return union(value.map((one) => stringPaths(one, `${path}.[]`)));
  if (typeof value !== "object" || value === null) return new Set();
  return union(Object.entries(value).map(([name, one]) => stringPaths(one, `${path}.${name}`)));
}

/** The value with the canary at every string of that place: instead of a name or an id, behind a sentence. */
export function plantAt(value: unknown, target: JsonPath, canary: string, path: JsonPath = ""): unknown {
  if (!`${target}.`.startsWith(`${path}.`)) return value;
  if (typeof value === "string") {
    if (path === target) return /\s/.test(value) ? `${value} ${canary}` : canary;
    const inner = parseContainer(value);
    return inner === undefined ? value : JSON.stringify(plantAt(inner, target, canary, `${path}.{}`));
  }
  if (Array.isArray(value)) return value.map((one) => plantAt(one, target, canary, `${path}.[]`));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, plantAt(one, target, canary, `${path}.${name}`)]),
  );
}

function parseContainer(text: string): object | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

const union = <T>(sets: readonly Set<T>[]): Set<T> => new Set(sets.flatMap((one) => [...one]));
