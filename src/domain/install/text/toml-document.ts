import { ConfigSyntaxError } from "./config-syntax-error.js";

/** What a TOML text says, line by line, and where it says so. */
export type TomlStatement = TomlTable | TomlPair;

export interface TomlTable {
  readonly kind: "table";
  readonly path: readonly string[];
  readonly start: number;
  /** Behind the line's end. */
  readonly end: number;
}

export interface TomlPair {
  readonly kind: "pair";
  /** The whole way from the root, the table's name included. */
  readonly path: readonly string[];
  /** The name of the table it stands in. */
  readonly table: readonly string[];
  readonly start: number;
  readonly end: number;
  readonly value: TomlValue;
}

export interface TomlValue {
  readonly start: number;
  readonly end: number;
  readonly value: unknown;
  /** Of an inline table: its members. */
  readonly members: readonly { readonly path: readonly string[]; readonly value: TomlValue }[] | undefined;
}

const patterns = {
  blank: /[ \t]*/y,
  lineEnd: /[ \t]*(?:#[^\r\n]*)?(?:\r?\n|$)/y,
  spread: /(?:[ \t\r\n]|#[^\r\n]*)*/y,
  bareKey: /[A-Za-z0-9_-]+/y,
  longBasic: /"""\r?\n?((?:[^"\\]|\\[\s\S]|"{1,2}(?!"))*"{0,2})"""/y,
  longLiteral: /'''\r?\n?((?:[^']|'{1,2}(?!'))*'{0,2})'''/y,
  basic: /"((?:[^"\\\r\n]|\\.)*)"/y,
  literal: /'([^'\r\n]*)'/y,
  date: /\d{4}-\d\d-\d\d(?:[Tt ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:[Zz]|[+-]\d\d:\d\d)?)?|\d\d:\d\d:\d\d(?:\.\d+)?/y,
  other:
    /true|false|[+-]?(?:inf|nan)|0x[\da-fA-F_]+|0o[0-7_]+|0b[01_]+|[+-]?\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][+-]?\d[\d_]*)?/y,
};

/** Throws ConfigSyntaxError for what is no TOML: such a file is nobody's to edit. */
export function parseToml(text: string): TomlStatement[] {
  let at = text.startsWith("\ufeff") ? 1 : 0;
  const fail = (what: string): never => {
    throw new ConfigSyntaxError(what, at);
  };
  const match = (expression: RegExp): RegExpExecArray | undefined => {
    expression.lastIndex = at;
    const found = expression.exec(text);
    at += found?.[0].length ?? 0;
    return found ?? undefined;
  };
  const expect = (mark: string) => {
    if (!text.startsWith(mark, at)) fail(`no ${mark}`);
    at += mark.length;
  };

  const readKeyPart = (): string => {
    const quoted = match(patterns.basic);
    if (quoted) return unescaped(quoted[1] ?? "");
    return match(patterns.literal)?.[1] ?? match(patterns.bareKey)?.[0] ?? fail("no name");
  };

  const readKey = (): string[] => {
    const path: string[] = [];
    for (;;) {
      match(patterns.blank);
      path.push(readKeyPart());
      match(patterns.blank);
      if (text[at] !== ".") return path;
      at++;
    }
  };

  const unescaped = (raw: string): string => {
    const joined = raw.replace(/\\[ \t]*\r?\n\s*/g, "");
    return joined.replace(/\\(u[\da-fA-F]{4}|U[\da-fA-F]{8}|[\s\S])/g, (_, code: string) => {
      if (/^[uU]./.test(code)) return String.fromCodePoint(Number.parseInt(code.slice(1), 16));
      return escapes[code] ?? fail(`no escape \\${code}`);
    });
  };

  const readValue = (): TomlValue => {
    const start = at;
    const plain = (value: unknown): TomlValue => ({ start, end: at, value, members: undefined });
    if (text[at] === "[") return plain(readList());
    if (text[at] === "{") return readInline(start);
    const escaped = match(patterns.longBasic) ?? (text.startsWith('"""', at) ? undefined : match(patterns.basic));
    if (escaped) return plain(unescaped(escaped[1] ?? ""));
    const literal = match(patterns.longLiteral) ?? (text.startsWith("'''", at) ? undefined : match(patterns.literal));
    if (literal) return plain(literal[1] ?? "");
    const date = match(patterns.date)?.[0];
    if (date !== undefined) return plain(date);
    const other = match(patterns.other)?.[0] ?? fail("no value");
    return plain(other === "true" ? true : other === "false" ? false : Number(other.replaceAll("_", "")));
  };

  const readList = (): unknown[] => {
    const items: unknown[] = [];
    at++;
    for (match(patterns.spread); text[at] !== "]"; match(patterns.spread)) {
      items.push(readValue().value);
      match(patterns.spread);
      if (text[at] === ",") at++;
      else if (text[at] !== "]") fail("no comma");
    }
    at++;
    return items;
  };

  const readInline = (start: number): TomlValue => {
    const members: { path: readonly string[]; value: TomlValue }[] = [];
    at++;
    for (match(patterns.spread); text[at] !== "}"; match(patterns.spread)) {
      const path = readKey();
      expect("=");
      match(patterns.blank);
      members.push({ path, value: readValue() });
      match(patterns.spread);
      if (text[at] === ",") at++;
      else if (text[at] !== "}") fail("no comma");
    }
    at++;
    return { start, end: at, value: plainOf(members), members };
  };

  const statements: TomlStatement[] = [];
  const counts = new Map<string, number>();
  let table: readonly string[] = [];
  while (at < text.length) {
    const start = at;
    match(patterns.blank);
    if (text[at] === "[") {
      const isList = text.startsWith("[[", at);
      at += isList ? 2 : 1;
      const path = readKey();
      expect(isList ? "]]" : "]");
      // Tables of a list bear one name: a number keeps them apart.
      const count = (counts.get(JSON.stringify(path)) ?? 0) + 1;
      counts.set(JSON.stringify(path), count);
      table = isList ? [...path, `#${count}`] : path;
      endLine();
      statements.push({ kind: "table", path: table, start, end: at });
    } else if (at < text.length && !/[#\r\n]/.test(text[at] ?? "")) {
      const key = readKey();
      expect("=");
      match(patterns.blank);
      const value = readValue();
      endLine();
      statements.push({ kind: "pair", path: [...table, ...key], table, start, end: at, value });
    } else endLine();
  }
  refuseTwice(statements);
  return statements;

  function endLine(): void {
    if (match(patterns.lineEnd) === undefined) fail("something after the value");
  }
}

const escapes: Record<string, string> = {
  ...{ b: "\b", t: "\t", n: "\n", f: "\f", r: "\r", e: "\u001b", '"': '"', "\\": "\\" },
};

function plainOf(members: readonly { path: readonly string[]; value: TomlValue }[]): Record<string, unknown> {
  const tree: Record<string, unknown> = {};
  for (const { path, value } of members) {
    let branch = tree;
    for (const key of path.slice(0, -1)) {
      branch[key] ??= {};
      branch = branch[key] as Record<string, unknown>;
    }
    branch[path.at(-1) ?? ""] = value.value;
  }
  return tree;
}

function refuseTwice(statements: readonly TomlStatement[]): void {
  const seen = new Set<string>();
  for (const { path, start } of statements) {
    const name = JSON.stringify(path);
    if (seen.has(name)) throw new ConfigSyntaxError(`${path.join(".")} is set twice`, start);
    seen.add(name);
  }
}
