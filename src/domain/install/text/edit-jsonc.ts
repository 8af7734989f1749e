import { createScanner } from "jsonc-parser";
import { ConfigSyntaxError } from "../../formats/config-syntax-error.js";
import { entryAt, type JsonNode, nodeAt, parseJsonc } from "../../formats/parse-jsonc.js";
import { type EditedText, insert, splice } from "./splice.js";

/** Sets the value at `path`, creating the objects on the way. Every other byte stays. */
export function setJsonc(edited: EditedText, path: readonly string[], value: unknown): EditedText {
  const existing = nodeAt(parseJsonc(edited.text), path);
  if (!existing) return addJsonc(edited, path, value);
  const style = styleOf(edited.text);
  return splice(edited, existing.offset, endOf(existing), render(value, style, indentAt(edited.text, existing.offset)));
}

/** Appends an item to the list at `path`, creating the list and the objects on the way. */
export function appendJsonc(edited: EditedText, path: readonly string[], item: unknown): EditedText {
  const list = nodeAt(parseJsonc(edited.text), path);
  if (!list) return addJsonc(edited, path, [item]);
  if (list.type !== "array") throw new ConfigSyntaxError(`${path.join(".")} is not a list`, list.offset);
  return insertEntry(edited, list, item);
}

/** Removes the member or item at `path`, with its comma. */
export function removeJsonc(edited: EditedText, path: readonly string[]): EditedText {
  const root = parseJsonc(edited.text);
  const entry = entryAt(root, path);
  const parent = nodeAt(root, path.slice(0, -1));
  if (!entry || !parent) return edited;
  return removeEntry(edited, parent, entry);
}

function addJsonc(edited: EditedText, path: readonly string[], value: unknown): EditedText {
  const root = parseJsonc(edited.text);
  if (!root) return writeRoot(edited, nest(path, value));
  const depth = path.findIndex((_, i) => !entryAt(root, path.slice(0, i + 1)));
  const parent = nodeAt(root, path.slice(0, depth));
  if (parent?.type !== "object") {
    const where = depth === 0 ? "the whole" : path.slice(0, depth).join(".");
    throw new ConfigSyntaxError(`${where} is not an object`, parent?.offset ?? 0);
  }
  return insertEntry(edited, parent, nest(path.slice(depth + 1), value), path[depth]);
}

const nest = (path: readonly string[], value: unknown): unknown =>
  path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);

/** A file without a value keeps its byte order mark, comments and blank lines. */
function writeRoot(edited: EditedText, value: unknown): EditedText {
  const { text } = edited;
  const style = styleOf(text);
  const needsBreak = text !== "" && text !== "\ufeff" && !text.endsWith("\n");
  return insert(edited, text.length, `${needsBreak ? style.eol : ""}${render(value, style, "")}${style.eol}`);
}

type Style = ReturnType<typeof styleOf>;

function styleOf(text: string) {
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const unit = /^[{[][^\n]*\n([ \t]+)\S/m.exec(text.replace(/^\ufeff/, ""))?.[1] ?? "  ";
  return { eol, unit };
}

const render = (value: unknown, { eol, unit }: Style, indent: string): string =>
  JSON.stringify(value, null, unit).replaceAll("\n", eol + indent);

/** The indentation of a line. */
function indentAt(text: string, at: number): string {
  const lineStart = text.lastIndexOf("\n", at - 1) + 1;
  return /^\ufeff?([ \t]*)/.exec(text.slice(lineStart, at))?.[1] ?? "";
}

const endOf = ({ offset, length }: JsonNode) => offset + length;

/** The end of the comma that follows an entry; the library's tree leaves commas out. */
function commaEnd(text: string, entry: JsonNode): number | undefined {
  const scanner = createScanner(text, true);
  scanner.setPosition(endOf(entry));
  scanner.scan();
  return text[scanner.getTokenOffset()] === "," ? scanner.getPosition() : undefined;
}

function insertEntry(edited: EditedText, parent: JsonNode, value: unknown, key?: string): EditedText {
  const style = styleOf(edited.text);
  const name = key === undefined ? "" : `${JSON.stringify(key)}: `;
  const last = parent.children?.at(-1);
  const { text } = edited;
  const outer = indentAt(text, parent.offset);
  const lineAt = (indent: string) => style.eol + indent + name + render(value, style, indent);
  if (!last) return fillEmpty(edited, parent, lineAt(outer + style.unit), style.eol + outer);
  const comma = commaEnd(text, last);
  if (!text.slice(parent.offset, endOf(parent)).includes("\n")) {
    const at = comma ?? endOf(last);
    const [before, after] = comma === undefined ? [", ", ""] : [" ", ","];
    return insert(edited, at, `${before}${name}${JSON.stringify(value)}${after}`);
  }
  const line = lineAt(startsItsLine(text, last.offset) ? indentAt(text, last.offset) : outer + style.unit);
  if (comma !== undefined) return insert(edited, endOfComments(text, comma), `${line},`);
  // A comment after the last entry stays with it: the comma goes before the comment, the new line after it.
  return insert(insert(edited, endOfComments(text, endOf(last)), line), endOf(last), ",");
}

function fillEmpty(edited: EditedText, parent: JsonNode, line: string, after: string): EditedText {
  const [start, end] = [parent.offset + 1, endOf(parent) - 1];
  const inside = edited.text.slice(start, end);
  if (inside.trim() === "") return splice(edited, start, end, line + after);
  return insert(edited, start + inside.trimEnd().length, line);
}

const startsItsLine = (text: string, at: number) => /(?:^|\n)[ \t]*$/.test(text.slice(0, at));

/** The position after the comments on the same line. */
function endOfComments(text: string, from: number): number {
  const comments = /(?:[ \t]*(?:\/\*(?:(?!\*\/)[^\n])*\*\/|\/\/[^\r\n]*))*/y;
  comments.lastIndex = from;
  return from + (comments.exec(text)?.[0].length ?? 0);
}

function removeEntry(edited: EditedText, parent: JsonNode, entry: JsonNode): EditedText {
  const { text } = edited;
  const entries = parent.children ?? [];
  const before = entries[entries.indexOf(entry) - 1];
  const comma = commaEnd(text, entry);
  const start = text.slice(0, entry.offset).trimEnd().length;
  const end = comma ?? endOf(entry);
  const removed = splice(edited, needsLineBreak(text, start, end) ? entry.offset : start, end, "");
  const orphanComma = before && comma === undefined ? commaEnd(text, before) : undefined;
  if (orphanComma !== undefined) return splice(removed, orphanComma - 1, orphanComma, "");
  return entries.length === 1 ? collapseEmpty(removed, parent.offset) : removed;
}

/** A line comment must not extend over what follows. */
const needsLineBreak = (text: string, start: number, end: number) =>
  /\/\/[^\n]*$/.test(text.slice(text.lastIndexOf("\n", start - 1) + 1, start)) && !/^[ \t]*\r?\n/.test(text.slice(end));

function collapseEmpty(edited: EditedText, start: number): EditedText {
  const inside = /^[{[]\s*(?=[}\]])/.exec(edited.text.slice(start))?.[0];
  return inside === undefined ? edited : splice(edited, start + 1, start + inside.length, "");
}
