import { ConfigSyntaxError } from "./config-syntax-error.js";

/** A value in a JSON text with comments and trailing commas, and where it stands. */
export interface JsoncNode {
  readonly kind: "object" | "array" | "scalar";
  readonly start: number;
  readonly end: number;
  readonly value: unknown;
  readonly entries: readonly JsoncEntry[];
}

/** A member of an object or an item of an array. */
export interface JsoncEntry {
  /** The member's name, or the item's place in words. */
  readonly key: string;
  /** Where the name, or the item, begins. */
  readonly start: number;
  readonly node: JsoncNode;
  /** Just behind the comma that follows, if one does. */
  readonly commaEnd: number | undefined;
}

const space = /(?:[ \t\r\n]|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids them in strings.
const string = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const scalar = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/** The root value; undefined for a text of nothing but space and comments. Throws ConfigSyntaxError for what is no JSON. */
export function parseJsonc(text: string): JsoncNode | undefined {
  let at = text.startsWith("\ufeff") ? 1 : 0;
  const fail = (what: string): never => {
    throw new ConfigSyntaxError(what, at);
  };
  const match = (expression: RegExp): string | undefined => {
    expression.lastIndex = at;
    const found = expression.exec(text)?.[0];
    at += found?.length ?? 0;
    return found;
  };
  const skip = () => match(space);

  const readValue = (): JsoncNode => {
    const start = at;
    if (text[at] === "{") return readContainer("object", "}");
    if (text[at] === "[") return readContainer("array", "]");
    const raw = match(string) ?? match(scalar) ?? fail("no value");
    return { kind: "scalar", start, end: at, value: JSON.parse(raw), entries: [] };
  };

  const readContainer = (kind: "object" | "array", close: string): JsoncNode => {
    const start = at++;
    const entries: JsoncEntry[] = [];
    for (skip(); text[at] !== close; skip()) {
      if (entries.length > 0 && entries.at(-1)?.commaEnd === undefined) fail("no comma");
      entries.push(readEntry(kind, entries.length));
    }
    at++;
    return {
      kind,
      start,
      end: at,
      value: kind === "object" ? objectOf(entries) : entries.map(({ node }) => node.value),
      entries,
    };
  };

  const readEntry = (kind: "object" | "array", index: number): JsoncEntry => {
    const start = at;
    const key = kind === "object" ? readKey() : String(index);
    const node = readValue();
    const end = at;
    skip();
    if (text[at] === ",") return { key, start, node, commaEnd: ++at };
    at = end;
    return { key, start, node, commaEnd: undefined };
  };

  const readKey = (): string => {
    const key = JSON.parse(match(string) ?? fail("no name")) as string;
    skip();
    if (text[at] !== ":") fail("no colon");
    at++;
    skip();
    return key;
  };

  skip();
  if (at === text.length) return undefined;
  const root = readValue();
  skip();
  if (at < text.length) fail("something after the end");
  return root;
}

function objectOf(entries: readonly JsoncEntry[]): Record<string, unknown> {
  // Defined rather than assigned: a member may be called `__proto__`.
  return Object.fromEntries(entries.map(({ key, node }) => [key, node.value]));
}

/** The entry that a path of names leads to. Of names given twice the last counts, as it does for those who read the file. */
export function entryAt(root: JsoncNode | undefined, path: readonly string[]): JsoncEntry | undefined {
  let node = root;
  let entry: JsoncEntry | undefined;
  for (const key of path) {
    entry = node?.entries.findLast((one) => one.key === key);
    if (!entry) return undefined;
    node = entry.node;
  }
  return entry;
}

export const nodeAt = (root: JsoncNode | undefined, path: readonly string[]): JsoncNode | undefined =>
  path.length === 0 ? root : entryAt(root, path)?.node;
