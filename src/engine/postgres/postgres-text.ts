import type { SqlValue } from "../sql.js";
import { arrayLiteral } from "./postgres-arrays.js";

/** A statement with its parameters, as PostgreSQL wants it. */
export interface PostgresQuery {
  readonly text: string;
  readonly params: readonly SqlValue[];
}

interface Numbered {
  readonly text: string;
  /** How many of our parameters each PostgreSQL parameter replaces. */
  readonly widths: readonly number[];
}

const textsKept = 1000;
const numberedTexts = new Map<string, Numbered>();

/** `?` becomes `$1`, `$2`, …, but not inside strings, names, comments and bodies of functions. */
const pieces =
  /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/|\$([A-Za-z_][A-Za-z0-9_]*)?\$[\s\S]*?\$\1\$|(?<!\bNOT )\bIN \(\?(?:, \?)+\)|\?/g;

/**
 * A list `IN (?, ?, …)` becomes one array: lists of all lengths are then one statement, prepared once for a connection.
 * A statement that is not prepared yet takes a way to the server and back before it is sent at all.
 */
export function postgresQuery(text: string, params: readonly SqlValue[]): PostgresQuery {
  const numbered = numberedTexts.get(text) ?? remember(text);
  const clean = params.map((value) => (typeof value === "string" ? storableText(value) : value));
  if (numbered.widths.every((width) => width === 1)) return { text: numbered.text, params: clean };
  let next = 0;
  const folded = numbered.widths.map((width) => {
    const own = clean.slice(next, next + width);
    next += width;
    return width === 1 ? (own[0] ?? null) : arrayLiteral(own);
  });
  return { text: numbered.text, params: folded };
}

function remember(text: string): Numbered {
  const widths: number[] = [];
  const numbered = inByteOrder(text).replace(pieces, (piece) => {
    const isList = piece.startsWith("IN (");
    if (piece !== "?" && !isList) return piece;
    widths.push(isList ? piece.split("?").length - 1 : 1);
    return isList ? `= ANY ($${widths.length})` : `$${widths.length}`;
  });
  if (numberedTexts.size >= textsKept) numberedTexts.clear();
  const known = { text: numbered, widths };
  numberedTexts.set(text, known);
  return known;
}

/** Texts are ordered by their bytes, as in SQLite, regardless of the server's locale. */
const inByteOrder = (text: string): string =>
  /^\s*(CREATE|ALTER)\s+TABLE\b/i.test(text) ? text.replace(/\bTEXT\b(?!\s+COLLATE)/g, 'TEXT COLLATE "C"') : text;

/** PostgreSQL cannot keep the NUL character. */
export const storableText = (text: string): string => (text.includes("\0") ? text.replaceAll("\0", "\uFFFD") : text);

/** A value as a safely escaped literal, regardless of the server's backslash setting. */
export function literal(value: SqlValue): string {
  if (value === null) return "NULL";
  if (value instanceof Uint8Array) return `E'\\\\x${Buffer.from(value).toString("hex")}'`;
  const text = typeof value === "string" ? storableText(value) : String(value);
  return `E'${text.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
}

/** The type of a parameter, where the statement alone would not tell it. */
export function typeOf(value: SqlValue): "bytea" | "bigint" | "unknown" {
  if (value instanceof Uint8Array) return "bytea";
  return typeof value === "bigint" ? "bigint" : "unknown";
}
