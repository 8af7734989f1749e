import { getNodeValue, type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import { ConfigSyntaxError } from "./config-syntax-error.js";

/** A value with its position in the text. An object's children are properties, whose children are a name and a value. */
export type JsonNode = Node;

const options = { allowTrailingComma: true, allowEmptyContent: true };

/** JSON with comments and trailing commas. Undefined for a text without a value; throws ConfigSyntaxError for invalid JSON. */
export function parseJsonc(text: string): JsonNode | undefined {
  const errors: ParseError[] = [];
  // The library rejects a byte order mark; a space in its stead keeps every offset.
  const root = parseTree(text.replace(/^\ufeff/, " "), errors, options);
  const [first] = errors;
  if (!first) return root;
  const problem = printParseErrorCode(first.error).replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  throw new ConfigSyntaxError(problem.trim(), first.offset);
}

/** The property or the item that a path leads to. Of a repeated name the last one counts, as for JSON.parse. */
export function entryAt(root: JsonNode | undefined, path: readonly string[]): JsonNode | undefined {
  const key = path.at(-1);
  const parent = nodeAt(root, path.slice(0, -1));
  if (parent?.type === "array") return parent.children?.[Number(key)];
  return parent?.children?.findLast(({ children }) => children?.[0]?.value === key);
}

/** The value that a path of names and indexes leads to. */
export function nodeAt(root: JsonNode | undefined, path: readonly string[]): JsonNode | undefined {
  if (path.length === 0) return root;
  const entry = entryAt(root, path);
  return entry?.type === "property" ? entry.children?.[1] : entry;
}

export function valueInJson(text: string, path: readonly string[]): unknown {
  const node = nodeAt(parseJsonc(text), path);
  return node && getNodeValue(node);
}
