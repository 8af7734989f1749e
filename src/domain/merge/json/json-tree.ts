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

/** Reads JSON; nothing for what is no JSON, names a field twice or nests absurdly deep. */
export function readJson(text: string): JsonValue | undefined {
  try {
    JSON.parse(text);
    return new Reader(text).value(0);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Walks over a text that is known to be JSON. */
class Reader {
  #at = 0;

  constructor(readonly text: string) {}

  value(depth: number): JsonValue {
    if (depth > maxDepth) throw new SyntaxError("nested too deep");
    const next = this.#peek();
    if (next === "{") return { kind: "object", fields: this.#fields(depth) };
    if (next === "[") return { kind: "array", items: this.#items(depth) };
    return { kind: "scalar", raw: this.#scalar() };
  }

  #fields(depth: number): Map<string, JsonField> {
    const fields = new Map<string, JsonField>();
    this.#at++;
    while (this.#peek() !== "}") {
      const name = this.#scalar();
      this.#skip(":");
      const key = String(JSON.parse(name));
      if (fields.has(key)) throw new SyntaxError(`field ${name} stands twice`);
      fields.set(key, { name, value: this.value(depth + 1) });
      this.#skip(",");
    }
    this.#at++;
    return fields;
  }

  #items(depth: number): JsonValue[] {
    const items: JsonValue[] = [];
    this.#at++;
    while (this.#peek() !== "]") {
      items.push(this.value(depth + 1));
      this.#skip(",");
    }
    this.#at++;
    return items;
  }

  #scalar(): string {
    const start = this.#at;
    if (this.#peek() === '"') this.#at = this.#stringEnd();
    else while (/[^\s,\]}:]/.test(this.text.charAt(this.#at))) this.#at++;
    return this.text.slice(start, this.#at);
  }

  #stringEnd(): number {
    let at = this.#at + 1;
    while (this.text.charAt(at) !== '"') at += this.text.charAt(at) === "\\" ? 2 : 1;
    return at + 1;
  }

  #peek(): string {
    while (" \t\r\n".includes(this.text.charAt(this.#at)) && this.#at < this.text.length) this.#at++;
    return this.text.charAt(this.#at);
  }

  #skip(mark: string): void {
    if (this.#peek() === mark) this.#at++;
    this.#peek();
  }
}

export interface JsonStyle {
  /** One level of indentation; nothing puts all on one line. */
  readonly indent: string | undefined;
  /** A blank after colons, and on one line after commas. */
  readonly spaced: boolean;
}

/** How a text is laid out, as far as that can be told. */
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
  const known = identities.get(value) ?? computeIdentity(value);
  identities.set(value, known);
  return known;
}

function computeIdentity(value: JsonValue): string {
  if (value.kind === "scalar") return String(JSON.stringify(JSON.parse(value.raw)));
  if (value.kind === "array") return `[${value.items.map(jsonIdentity).join()}]`;
  const fields = Array.from(value.fields, ([key, field]) => `${JSON.stringify(key)}:${jsonIdentity(field.value)}`);
  return `{${fields.sort().join()}}`;
}
