import { isObject } from "../../../base/json.js";
import { ConfigSyntaxError } from "../../formats/config-syntax-error.js";
import { parseToml, type TomlPair, type TomlStatement, type TomlValue } from "../../formats/parse-toml.js";
import { valueInToml } from "../../formats/read-toml.js";
import { type EditedText, insert, splice } from "./splice.js";

type Path = readonly string[];
type Fields = Readonly<Record<string, unknown>>;

const isBelow = (path: Path, above: Path) => above.every((key, i) => path[i] === key);
const isSame = (a: Path, b: Path) => a.length === b.length && isBelow(a, b);

/** Adds a table, or sets the fields of an existing one. Every other byte stays. */
export function setTomlTable(edited: EditedText, path: Path, fields: Fields): EditedText {
  if (valueInToml(edited.text, path) !== undefined) {
    return Object.entries(fields).reduce((now, [key, value]) => setTomlValue(now, [...path, key], value), edited);
  }
  const inline = findInlineTable(parseToml(edited.text), path);
  if (inline) return addToInline(edited, inline.value, path.slice(inline.path.length), fields);
  const lines = Object.entries(fields).map(([key, value]) => `${tomlKey([key])} = ${tomlText(value)}`);
  return appendBlock(edited, [`[${tomlKey(path)}]`, ...lines]);
}

export function setTomlValue(edited: EditedText, path: Path, value: unknown): EditedText {
  const statements = parseToml(edited.text);
  const pair = statements.find((one): one is TomlPair => one.kind === "pair" && isSame(one.path, path));
  if (pair) return splice(edited, pair.value.start, pair.value.end, tomlText(value));
  const inline = findInlineTable(statements, path);
  if (inline) return setInInline(edited, inline.value, path.slice(inline.path.length), value);
  if (isObject(value) && valueInToml(edited.text, path) !== undefined) return setTomlTable(edited, path, value);
  const table = path.slice(0, -1);
  const eol = eolOf(edited.text);
  const neighbor = statements.findLast((one) => isInTable(one, table));
  if (!neighbor) return appendBlock(edited, [`[${tomlKey(table)}]`, `${tomlKey(path.slice(-1))} = ${tomlText(value)}`]);
  const within = neighbor.kind === "pair" ? neighbor.table : neighbor.path;
  const line = `${tomlKey(path.slice(within.length))} = ${tomlText(value)}${eol}`;
  const separator = edited.text.slice(0, neighbor.end).endsWith("\n") ? "" : eol;
  return insert(edited, neighbor.end, separator === "" ? line : separator + line.slice(0, -eol.length));
}

/** Removes everything at and below `path`. */
export function removeToml(edited: EditedText, path: Path): EditedText {
  const statements = parseToml(edited.text);
  const inline = findInlineTable(statements, path);
  if (inline) return removeFromInline(edited, inline.value, path.slice(inline.path.length));
  return statements
    .filter((one) => isBelow(one.path, path))
    .reduceRight((now, { start, end }) => splice(now, blankBefore(now.text, start, end), end, ""), edited);
}

/** A block at the end of the file is removed with the blank line that was added before it. */
function blankBefore(text: string, start: number, end: number): number {
  if (text.slice(end).trim() !== "") return start;
  const blank = /(?<=\n)[ \t]*\r?\n$/.exec(text.slice(0, start));
  return blank ? start - blank[0].length : start;
}

const isInTable = (one: TomlStatement, table: Path) =>
  one.kind === "table" ? isSame(one.path, table) : isSame(one.path.slice(0, -1), table);

const eolOf = (text: string) => (text.includes("\r\n") ? "\r\n" : "\n");

function appendBlock(edited: EditedText, lines: readonly string[]): EditedText {
  const { text } = edited;
  const eol = eolOf(text);
  const isEmpty = text === "" || text === "\ufeff";
  const separator = isEmpty ? "" : text.endsWith("\n") ? eol : eol + eol;
  return insert(edited, text.length, separator + lines.map((line) => line + eol).join(""));
}

/** The innermost inline table that contains `path`. */
function findInlineTable(statements: readonly TomlStatement[], path: Path): TomlPair | undefined {
  const pair = statements.find(
    (one): one is TomlPair => one.kind === "pair" && one.path.length < path.length && isBelow(path, one.path),
  );
  if (pair && !pair.value.members)
    throw new ConfigSyntaxError(`${pair.path.join(".")} is not a table`, pair.value.start);
  return pair;
}

function setInInline(edited: EditedText, table: TomlValue, path: Path, value: unknown): EditedText {
  const member = table.members?.find((one) => isBelow(path, one.path));
  if (!member) return addToInline(edited, table, path, value);
  if (isSame(member.path, path)) return splice(edited, member.value.start, member.value.end, tomlText(value));
  if (!member.value.members) throw new ConfigSyntaxError(`${member.path.join(".")} is not a table`, member.value.start);
  return setInInline(edited, member.value, path.slice(member.path.length), value);
}

function addToInline(edited: EditedText, table: TomlValue, path: Path, value: unknown): EditedText {
  const nested = table.members?.find((one) => one.path.length < path.length && isBelow(path, one.path));
  if (nested?.value.members) return addToInline(edited, nested.value, path.slice(nested.path.length), value);
  const text = `${tomlKey(path)} = ${tomlText(value)}`;
  const last = table.members?.at(-1);
  if (!last) return splice(edited, table.start, table.end, `{ ${text} }`);
  return insert(edited, last.value.end, `, ${text}`);
}

function removeFromInline(edited: EditedText, table: TomlValue, path: Path): EditedText {
  const members = table.members ?? [];
  const index = members.findIndex((one) => isBelow(one.path, path) || isBelow(path, one.path));
  const member = members[index];
  if (!member) return edited;
  if (member.path.length < path.length) return removeFromInline(edited, member.value, path.slice(member.path.length));
  const before = members[index - 1];
  if (before) return splice(edited, before.value.end, member.value.end, "");
  const { text } = edited;
  const rest = /^\s*,\s*/.exec(text.slice(member.value.end))?.[0].length ?? 0;
  const start = table.start + 1 + (/^\s*/.exec(text.slice(table.start + 1))?.[0].length ?? 0);
  return splice(edited, start, member.value.end + rest, "");
}

const tomlKey = (path: Path) => path.map((key) => (/^[A-Za-z0-9_-]+$/.test(key) ? key : JSON.stringify(key))).join(".");

/** Values of the types in our settings. JSON's strings are TOML's basic strings, but for DEL. */
function tomlText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(tomlText).join(", ")}]`;
  if (isObject(value)) {
    const members = Object.entries(value).map(([key, one]) => `${tomlKey([key])} = ${tomlText(one)}`);
    return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
  }
  return JSON.stringify(value).replaceAll("\u007f", "\\u007f");
}
