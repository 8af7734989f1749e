import { ConfigSyntaxError } from "./config-syntax-error.js";

/** One statement of a TOML document, with its position. */
export type TomlStatement = TomlTable | TomlPair;

type Path = readonly string[];

export interface TomlTable {
  readonly kind: "table";
  /** As written in its header. */
  readonly name: Path;
  /** With an index after the name of each array of tables. */
  readonly path: Path;
  readonly start: number;
  /** After the line break. */
  readonly end: number;
}

export interface TomlPair {
  readonly kind: "pair";
  /** From the root, the table's path included. */
  readonly path: Path;
  /** The path of its table. */
  readonly table: Path;
  readonly start: number;
  readonly end: number;
  readonly value: TomlValue;
}

export interface TomlValue {
  readonly start: number;
  readonly end: number;
  readonly value: unknown;
  /** Of an inline table: its members. */
  readonly members: readonly TomlMember[] | undefined;
}

interface TomlMember {
  readonly path: Path;
  readonly value: TomlValue;
}

/** Values are read recursively; deeper ones could overflow the stack. */
const maxDepth = 100;

const patterns = {
  blank: /[ \t]*/y,
  lineEnd: /[ \t]*(?:#[^\r\n]*)?(?:\r?\n|$)/y,
  whitespaceAndComments: /(?:[ \t\r\n]|#[^\r\n]*)*/y,
  bareKey: /[A-Za-z0-9_-]+/y,
  longBasic: /"""\r?\n?((?:[^"\\]|\\[\s\S]|"{1,2}(?!"))*"{0,2})"""/y,
  longLiteral: /'''\r?\n?((?:[^']|'{1,2}(?!'))*'{0,2})'''/y,
  basic: /"((?:[^"\\\r\n]|\\.)*)"/y,
  literal: /'([^'\r\n]*)'/y,
  date: /\d{4}-\d\d-\d\d(?:[Tt ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:[Zz]|[+-]\d\d:\d\d)?)?|\d\d:\d\d:\d\d(?:\.\d+)?/y,
  other:
    /true|false|[+-]?(?:inf|nan)|0x[\da-fA-F_]+|0o[0-7_]+|0b[01_]+|[+-]?\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][+-]?\d[\d_]*)?/y,
};

/** The statements of a TOML document in order. Throws ConfigSyntaxError for invalid TOML. */
export function parseToml(text: string): TomlStatement[] {
  let at = text.startsWith("\ufeff") ? 1 : 0;
  let depth = 0;
  const fail = (what: string): never => {
    throw new ConfigSyntaxError(what, at);
  };
  const match = (expression: RegExp): RegExpExecArray | undefined => {
    expression.lastIndex = at;
    const execResult = expression.exec(text);
    at += execResult?.[0].length ?? 0;
    return execResult ?? undefined;
  };
  const expect = (token: string) => {
    if (!text.startsWith(token, at)) fail(`${token} expected`);
    at += token.length;
  };

  const readKeyPart = (): string => {
    const quoted = match(patterns.basic);
    if (quoted) return unescapeToml(quoted[1] ?? "");
    return match(patterns.literal)?.[1] ?? match(patterns.bareKey)?.[0] ?? fail("name expected");
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

  const unescapeToml = (raw: string): string => {
    const joined = raw.replace(/\\[ \t]*\r?\n\s*/g, "");
    return joined.replace(/\\(u[\da-fA-F]{4}|U[\da-fA-F]{8}|[\s\S])/g, (_, code: string) => {
      if (/^[uU]./.test(code)) return String.fromCodePoint(Number.parseInt(code.slice(1), 16));
      return escapes[code] ?? fail(`invalid escape \\${code}`);
    });
  };

  const readValue = (): TomlValue => {
    const start = at;
    const plainValue = (value: unknown): TomlValue => ({ start, end: at, value, members: undefined });
    if (text[at] === "[") return plainValue(readNested(readList));
    if (text[at] === "{") return readNested(() => readInline(start));
    const escaped = match(patterns.longBasic) ?? (text.startsWith('"""', at) ? undefined : match(patterns.basic));
    if (escaped) return plainValue(unescapeToml(escaped[1] ?? ""));
    const literal = match(patterns.longLiteral) ?? (text.startsWith("'''", at) ? undefined : match(patterns.literal));
    if (literal) return plainValue(literal[1] ?? "");
    const date = match(patterns.date)?.[0];
    if (date !== undefined) return plainValue(date);
    const other = match(patterns.other)?.[0] ?? fail("value expected");
    return plainValue(other === "true" ? true : other === "false" ? false : Number(other.replaceAll("_", "")));
  };

  const readNested = <T>(read: () => T): T => {
    if (++depth > maxDepth) fail("nested too deep");
    const value = read();
    depth--;
    return value;
  };

  const readList = (): unknown[] => {
    const items: unknown[] = [];
    at++;
    for (match(patterns.whitespaceAndComments); text[at] !== "]"; match(patterns.whitespaceAndComments)) {
      items.push(readValue().value);
      match(patterns.whitespaceAndComments);
      if (text[at] === ",") at++;
      else if (text[at] !== "]") fail("comma expected");
    }
    at++;
    return items;
  };

  const readInline = (start: number): TomlValue => {
    const members: TomlMember[] = [];
    at++;
    for (match(patterns.whitespaceAndComments); text[at] !== "}"; match(patterns.whitespaceAndComments)) {
      const path = readKey();
      expect("=");
      match(patterns.blank);
      members.push({ path, value: readValue() });
      match(patterns.whitespaceAndComments);
      if (text[at] === ",") at++;
      else if (text[at] !== "}") fail("comma expected");
    }
    at++;
    return { start, end: at, value: toTree(members), members };
  };

  const statements: TomlStatement[] = [];
  const lengths = new Map<string, number>();
  let table: Path = [];
  while (at < text.length) {
    const start = at;
    match(patterns.blank);
    if (text[at] === "[") {
      const isList = text.startsWith("[[", at);
      at += isList ? 2 : 1;
      const name = readKey();
      expect(isList ? "]]" : "]");
      table = isList ? appendTable(lengths, name) : resolveTablePath(lengths, name);
      endLine();
      statements.push({ kind: "table", name, path: table, start, end: at });
    } else if (at < text.length && !/[#\r\n]/.test(text[at] ?? "")) {
      const key = readKey();
      expect("=");
      match(patterns.blank);
      const value = readValue();
      endLine();
      statements.push({ kind: "pair", path: [...table, ...key], table, start, end: at, value });
    } else endLine();
  }
  rejectDuplicates(statements);
  return statements;

  function endLine(): void {
    if (match(patterns.lineEnd) === undefined) fail("end of line expected");
  }
}

/** A header below an array of tables means the array's last table: its index follows the array's name. */
function resolveTablePath(lengths: ReadonlyMap<string, number>, name: Path): Path {
  const path: string[] = [];
  for (const key of name) {
    path.push(key);
    const length = lengths.get(JSON.stringify(path));
    if (length !== undefined) path.push(`#${length}`);
  }
  return path;
}

function appendTable(lengths: Map<string, number>, name: Path): Path {
  const path = [...resolveTablePath(lengths, name.slice(0, -1)), ...name.slice(-1)];
  const length = (lengths.get(JSON.stringify(path)) ?? 0) + 1;
  lengths.set(JSON.stringify(path), length);
  return [...path, `#${length}`];
}

const escapes: Record<string, string> = {
  b: "\b",
  t: "\t",
  n: "\n",
  f: "\f",
  r: "\r",
  e: "\u001b",
  '"': '"',
  "\\": "\\",
};

function toTree(members: readonly TomlMember[]): TomlTree {
  const tree = newTree();
  for (const { path, value } of members) branchAt(tree, path.slice(0, -1))[path.at(-1) ?? ""] = value.value;
  return tree;
}

/** Without a prototype: a key may be `__proto__`. */
export type TomlTree = Record<string, unknown>;
export const newTree = (): TomlTree => Object.create(null) as TomlTree;

/** The table at `path`, created where it is missing. */
export function branchAt(tree: TomlTree, path: Path): TomlTree {
  return path.reduce((branch, key) => {
    const existing = branch[key];
    const isTable = typeof existing === "object" && existing !== null && !Array.isArray(existing);
    const next = isTable ? (existing as TomlTree) : newTree();
    branch[key] = next;
    return next;
  }, tree);
}

function rejectDuplicates(statements: readonly TomlStatement[]): void {
  const seen = new Set<string>();
  for (const { path, start } of statements) {
    const name = JSON.stringify(path);
    if (seen.has(name)) throw new ConfigSyntaxError(`${path.join(".")} is defined twice`, start);
    seen.add(name);
  }
}
