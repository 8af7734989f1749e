type Json = string | number | boolean | null | undefined | readonly Json[] | { readonly [name: string]: Json };

export const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? "");

/** The value with texts cut and lists shortened until its JSON fits; whole characters, valid JSON, the first items stay. */
export function fitToSize<T>(value: T, maxBytes: number): T {
  let fitted = value as Json;
  for (const max of [2000, 1000, 500, 250, 120, 60]) {
    if (bytesOf(fitted) <= maxBytes) return fitted as T;
    fitted = cutTexts(value as Json, max);
  }
  while (bytesOf(fitted) > maxBytes) {
    // One item fewer in the list that takes most room.
    const [largest] = listsIn(fitted, []).sort((a, b) => b.bytes - a.bytes);
    if (!largest) break;
    fitted = without(fitted, largest.path);
  }
  return fitted as T;
}

function cutTexts(value: Json, max: number): Json {
  if (typeof value === "string")
    return value.length > max ? `${[...value.slice(0, max)].slice(0, -1).join("")}…` : value;
  if (Array.isArray(value)) return value.map((one) => cutTexts(one, max));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, cutTexts(one, max)]));
}

type ListLocation = { readonly path: readonly string[]; readonly bytes: number };

function listsIn(value: Json, path: readonly string[]): ListLocation[] {
  if (typeof value !== "object" || value === null) return [];
  const own = Array.isArray(value) && value.length > 0 ? [{ path, bytes: bytesOf(value) }] : [];
  return [...own, ...Object.entries(value).flatMap(([name, one]) => listsIn(one as Json, [...path, name]))];
}

function without(value: Json, [name, ...rest]: readonly string[]): Json {
  if (name === undefined) return Array.isArray(value) ? value.slice(0, -1) : value;
  if (Array.isArray(value)) return value.map((one, i) => (String(i) === name ? without(one, rest) : one));
  const object = value as { readonly [key: string]: Json };
  return { ...object, [name]: without(object[name], rest) };
}
