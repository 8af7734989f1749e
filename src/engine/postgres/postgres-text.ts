import type { SqlValue } from "../sql.js";

/** Begins a statement that is planned for the values of its parameters, instead of once for all. */
export const plannedEachTime = "/* planned each time */";

/** A statement with its parameters in PostgreSQL's syntax. */
export interface PostgresQuery {
  readonly text: string;
  readonly params: readonly SqlValue[];
}

interface NumberedStatement {
  readonly text: string;
  /** How many of our parameters each PostgreSQL parameter replaces. */
  readonly widths: readonly number[];
}

const maxCachedStatements = 1000;
const statementCache = new Map<string, NumberedStatement>();

/** `?` becomes `$1`, `$2`, …, but not inside strings, names, comments and bodies of functions. */
const pieces =
  /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/|\$([A-Za-z_][A-Za-z0-9_]*)?\$[\s\S]*?\$\1\$|(?<!\bNOT )\bIN \(\?(?:, \?)+\)|\?/g;

/**
 * A list `IN (?, ?, …)` becomes one array, so that lists of any length are one statement, prepared once per connection.
 * Preparing a statement costs an additional round trip.
 */
export function postgresQuery(text: string, params: readonly SqlValue[]): PostgresQuery {
  const numbered = statementCache.get(text) ?? numberParameters(text);
  const clean = params.map((value) => (typeof value === "string" ? storableText(value) : value));
  if (numbered.widths.every((width) => width === 1)) return { text: numbered.text, params: clean };
  let next = 0;
  const folded = numbered.widths.map((width) => {
    const values = clean.slice(next, next + width);
    next += width;
    return width === 1 ? (values[0] ?? null) : arrayLiteral(values);
  });
  return { text: numbered.text, params: folded };
}

function numberParameters(text: string): NumberedStatement {
  const widths: number[] = [];
  const numbered = inByteOrder(text).replace(pieces, (piece) => {
    const isList = piece.startsWith("IN (");
    if (piece !== "?" && !isList) return piece;
    widths.push(isList ? piece.split("?").length - 1 : 1);
    return isList ? `= ANY ($${widths.length})` : `$${widths.length}`;
  });
  if (statementCache.size >= maxCachedStatements) statementCache.clear();
  const statement = { text: numbered, widths };
  statementCache.set(text, statement);
  return statement;
}

/** Texts are ordered by their bytes, as in SQLite, regardless of the server's locale. */
const inByteOrder = (text: string): string =>
  /^\s*(CREATE|ALTER)\s+TABLE\b/i.test(text) ? text.replace(/\bTEXT\b(?!\s+COLLATE)/g, 'TEXT COLLATE "C"') : text;

/** PostgreSQL cannot store the NUL character. */
export const storableText = (text: string): string => (text.includes("\0") ? text.replaceAll("\0", "\uFFFD") : text);

/** A value as a safely escaped literal, regardless of the server's backslash setting. */
export function literal(value: SqlValue): string {
  if (value === null) return "NULL";
  if (value instanceof Uint8Array) return `E'\\\\x${Buffer.from(value).toString("hex")}'`;
  const text = typeof value === "string" ? storableText(value) : String(value);
  return `E'${text.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
}

const inlinedPieces = /'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\d+)/g;

/** The statement with its parameters as literals, for connections that cannot keep prepared statements. */
export const inlineParameters = ({ text, params }: PostgresQuery): string =>
  text.replace(inlinedPieces, (piece, n?: string) =>
    n === undefined ? piece : literal(params[Number(n) - 1] ?? null),
  );

/** The type of a parameter, where PostgreSQL cannot infer it from the statement. */
export function typeOf(value: SqlValue): "bytea" | "bigint" | "unknown" {
  if (value instanceof Uint8Array) return "bytea";
  return typeof value === "bigint" ? "bigint" : "unknown";
}

/** A list as PostgreSQL reads arrays. Every text is quoted, so that none can end the list or be read as NULL. */
export const arrayLiteral = (items: readonly SqlValue[]): string => `{${items.map(element).join(",")}}`;

function element(item: SqlValue): string {
  if (item === null) return "NULL";
  if (item instanceof Uint8Array) return `"\\\\x${Buffer.from(item).toString("hex")}"`;
  return typeof item === "string" ? `"${item.replace(/["\\]/g, "\\$&")}"` : String(item);
}
