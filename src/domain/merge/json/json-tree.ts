import { type JsonNode, parseJsonc } from "../../formats/parse-jsonc.js";

/** JSON as written: the order of fields, numbers and escapes stay as they are. */
export type JsonValue =
  | { readonly kind: "object"; readonly fields: ReadonlyMap<string, JsonField> }
  | { readonly kind: "array"; readonly items: readonly JsonValue[] }
  | { readonly kind: "scalar"; readonly raw: string };

export interface JsonField {
  /** The name as written, quotes and escapes included. */
  readonly name: string;
  readonly value: JsonValue;
}

const maxDepth = 500;

/** Reads JSON. Undefined for invalid JSON, a repeated field name, or absurdly deep nesting. */
export function readJson(text: string): JsonValue | undefined {
  try {
    JSON.parse(text);
    const root = parseJsonc(text);
    return root && toValue(text, root, 0);
  } catch (error) {
    // The library's parser is recursive: nesting can overflow the stack before our limit is seen.
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}

function toValue(text: string, node: JsonNode, depth: number): JsonValue {
  if (depth > maxDepth) throw new RangeError("nested too deep");
  const { type, children = [] } = node;
  if (type === "array") return { kind: "array", items: children.map((item) => toValue(text, item, depth + 1)) };
  if (type !== "object") return { kind: "scalar", raw: rawOf(text, node) };
  const fields = new Map<string, JsonField>();
  for (const { children: [name, value] = [] } of children) {
    if (!name || !value || fields.has(name.value)) throw new SyntaxError("repeated field name");
    fields.set(name.value, { name: rawOf(text, name), value: toValue(text, value, depth + 1) });
  }
  return { kind: "object", fields };
}

const rawOf = (text: string, { offset, length }: JsonNode) => text.slice(offset, offset + length);

export interface JsonStyle {
  /** One level of indentation; undefined for JSON on one line. */
  readonly indent: string | undefined;
  /** Whether a space follows colons and, on one line, commas. */
  readonly spaced: boolean;
}

/** Detects the layout of a text. */
export function jsonStyle(text: string): JsonStyle {
  const indent = /[{[]\r?\n([ \t]+)\S/.exec(text)?.[1];
  const multiline = text.trim().includes("\n");
  return { indent: indent ?? (multiline || text.trim().length <= 2 ? "  " : undefined), spaced: !/":\S/.test(text) };
}

export function writeJson(value: JsonValue, style: JsonStyle, margin = ""): string {
  if (value.kind === "scalar") return value.raw;
  const inner = style.indent === undefined ? "" : margin + style.indent;
  const parts =
    value.kind === "array"
      ? value.items.map((item) => writeJson(item, style, inner))
      : Array.from(value.fields.values(), ({ name, value: field }) => {
          return `${name}:${style.spaced ? " " : ""}${writeJson(field, style, inner)}`;
        });
  const [open, close] = value.kind === "array" ? "[]" : "{}";
  if (parts.length === 0) return `${open}${close}`;
  if (style.indent === undefined) return `${open}${parts.join(style.spaced ? ", " : ",")}${close}`;
  return `${open}\n${parts.map((part) => inner + part).join(",\n")}\n${margin}${close}`;
}

const identities = new WeakMap<JsonValue, string>();

/** A text that is equal for equal values, whatever the order of fields. */
export function jsonIdentity(value: JsonValue): string {
  const identity = identities.get(value) ?? computeIdentity(value);
  identities.set(value, identity);
  return identity;
}

function computeIdentity(value: JsonValue): string {
  if (value.kind === "scalar") return String(JSON.stringify(JSON.parse(value.raw)));
  if (value.kind === "array") return `[${value.items.map(jsonIdentity).join()}]`;
  const fields = Array.from(value.fields, ([key, field]) => `${JSON.stringify(key)}:${jsonIdentity(field.value)}`);
  return `{${fields.sort().join()}}`;
}
