export type JsonObject = Record<string, unknown>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The JSON value, or undefined for text that is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A JSON text that holds an object, or nothing of it. */
export function parseJsonObject(text: string): JsonObject | undefined {
  const value = parseJson(text);
  return isObject(value) ? value : undefined;
}

/** Every text in a value, also in its lists and objects; not the names of fields. */
export function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return [];
  return Object.values(value).flatMap(textsIn);
}

const maxObjects = 20;

/** The first JSON object of a model's reply with one of these fields: models often add sentences and code fences around it. */
export function findObject(reply: string, fields: readonly string[]): JsonObject | undefined {
  let from = reply.indexOf("{");
  for (let i = 0; from >= 0 && i < maxObjects; i++) {
    const end = endOfObject(reply, from);
    const parsed = end === undefined ? undefined : parseJson(reply.slice(from, end));
    if (isObject(parsed) && fields.some((field) => field in parsed)) return parsed;
    from = reply.indexOf("{", from + 1);
  }
  return undefined;
}

/** The end of the object that opens at `from`; braces inside strings do not count. */
function endOfObject(text: string, from: number): number | undefined {
  let depth = 0;
  for (let i = from; i < text.length; i++) {
    const char = text[i];
    if (char === '"') i = endOfString(text, i);
    else if (char === "{") depth++;
    else if (char === "}" && --depth === 0) return i + 1;
  }
  return undefined;
}

function endOfString(text: string, from: number): number {
  let i = from + 1;
  while (i < text.length && text[i] !== '"') i += text[i] === "\\" ? 2 : 1;
  return i;
}
