import { ConfigSyntaxError } from "./config-syntax-error.js";
import { entryAt, type JsoncEntry, type JsoncNode, nodeAt, parseJsonc } from "./jsonc-tree.js";
import { type Edited, splice } from "./splice.js";

/** Sets the value at `path`, making the objects on the way. Every other byte stays. */
export function setJsonc(edited: Edited, path: readonly string[], value: unknown): Edited {
  const present = nodeAt(parseJsonc(edited.text), path);
  if (!present) return addJsonc(edited, path, value);
  const style = styleOf(edited.text);
  return splice(edited, present.start, present.end, render(value, style, indentAt(edited.text, present.start)));
}

/** Puts an item at the end of the list at `path`, making list and objects on the way. */
export function appendJsonc(edited: Edited, path: readonly string[], item: unknown): Edited {
  const list = nodeAt(parseJsonc(edited.text), path);
  if (!list) return addJsonc(edited, path, [item]);
  if (list.kind !== "array") throw new ConfigSyntaxError(`${path.join(".")} is no list`, list.start);
  return insertEntry(edited, list, item);
}

/** Takes the member or item at `path` out, with its comma. */
export function removeJsonc(edited: Edited, path: readonly string[]): Edited {
  const root = parseJsonc(edited.text);
  const entry = entryAt(root, path);
  const parent = nodeAt(root, path.slice(0, -1));
  if (!entry || !parent) return edited;
  return removeEntry(edited, parent, entry);
}

function addJsonc(edited: Edited, path: readonly string[], value: unknown): Edited {
  const root = parseJsonc(edited.text);
  if (!root) return writeRoot(edited, nested(path, value));
  const depth = path.findIndex((_, i) => !entryAt(root, path.slice(0, i + 1)));
  const parent = nodeAt(root, path.slice(0, depth));
  if (parent?.kind !== "object") {
    const where = depth === 0 ? "the whole" : path.slice(0, depth).join(".");
    throw new ConfigSyntaxError(`${where} is no object`, parent?.start ?? 0);
  }
  return insertEntry(edited, parent, nested(path.slice(depth + 1), value), path[depth]);
}

const nested = (path: readonly string[], value: unknown): unknown =>
  path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);

/** A file without a value keeps what it has: a mark of byte order, comments, blank lines. */
function writeRoot(edited: Edited, value: unknown): Edited {
  const { text } = edited;
  const style = styleOf(text);
  const needsBreak = text !== "" && text !== "\ufeff" && !text.endsWith("\n");
  return splice(
    edited,
    text.length,
    text.length,
    `${needsBreak ? style.eol : ""}${render(value, style, "")}${style.eol}`,
  );
}

interface Style {
  readonly eol: string;
  readonly unit: string;
}

function styleOf(text: string): Style {
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const unit = /^[{[][^\n]*\n([ \t]+)\S/m.exec(text.replace(/^\ufeff/, ""))?.[1] ?? "  ";
  return { eol, unit };
}

const render = (value: unknown, { eol, unit }: Style, indent: string): string =>
  JSON.stringify(value, null, unit).replaceAll("\n", eol + indent);

/** What stands before the first word of the line. */
function indentAt(text: string, at: number): string {
  const lineStart = text.lastIndexOf("\n", at - 1) + 1;
  return /^\ufeff?([ \t]*)/.exec(text.slice(lineStart, at))?.[1] ?? "";
}

function insertEntry(edited: Edited, parent: JsoncNode, value: unknown, key?: string): Edited {
  const style = styleOf(edited.text);
  const name = key === undefined ? "" : `${JSON.stringify(key)}: `;
  const last = parent.entries.at(-1);
  if (!last) return fillEmpty(edited, parent, (indent) => name + render(value, style, indent), style);
  const { text } = edited;
  if (!text.slice(parent.start, parent.end).includes("\n")) {
    const at = last.commaEnd ?? last.node.end;
    const [before, after] = last.commaEnd === undefined ? [", ", ""] : [" ", ","];
    return splice(edited, at, at, `${before}${name}${JSON.stringify(value)}${after}`);
  }
  const indent = startsItsLine(text, last.start)
    ? indentAt(text, last.start)
    : indentAt(text, parent.start) + style.unit;
  const line = style.eol + indent + name + render(value, style, indent);
  if (last.commaEnd !== undefined) {
    const at = endOfRemarks(text, last.commaEnd);
    return splice(edited, at, at, `${line},`);
  }
  // The remark behind the last entry stays with it, so the comma goes before the remark and the line behind it.
  const at = endOfRemarks(text, last.node.end);
  return splice(splice(edited, at, at, line), last.node.end, last.node.end, ",");
}

function fillEmpty(edited: Edited, parent: JsoncNode, renderAt: (indent: string) => string, style: Style): Edited {
  const { text } = edited;
  const outer = indentAt(text, parent.start);
  const line = style.eol + outer + style.unit + renderAt(outer + style.unit);
  const inside = text.slice(parent.start + 1, parent.end - 1);
  if (inside.trim() === "") return splice(edited, parent.start + 1, parent.end - 1, line + style.eol + outer);
  const at = parent.start + 1 + inside.trimEnd().length;
  return splice(edited, at, at, line);
}

const startsItsLine = (text: string, at: number) => /(?:^|\n)[ \t]*$/.test(text.slice(0, at));

/** Behind the comments that follow on the same line. */
function endOfRemarks(text: string, from: number): number {
  const remarks = /(?:[ \t]*(?:\/\*(?:(?!\*\/)[^\n])*\*\/|\/\/[^\r\n]*))*/y;
  remarks.lastIndex = from;
  return from + (remarks.exec(text)?.[0].length ?? 0);
}

function removeEntry(edited: Edited, parent: JsoncNode, entry: JsoncEntry): Edited {
  const { text } = edited;
  const index = parent.entries.indexOf(entry);
  const before = parent.entries[index - 1];
  const start = endOfText(text, entry.start);
  const end = entry.commaEnd ?? entry.node.end;
  const cut = splice(edited, keepsBreak(text, start, end) ? entry.start : start, end, "");
  const isLast = index === parent.entries.length - 1;
  if (isLast && entry.commaEnd === undefined && before?.commaEnd !== undefined)
    return splice(cut, before.commaEnd - 1, before.commaEnd, "");
  return parent.entries.length === 1 ? closeEmpty(cut, parent.start) : cut;
}

/** Where the space before `at` begins. */
const endOfText = (text: string, at: number) => text.slice(0, at).trimEnd().length;

/** A remark to the end of the line must not swallow what follows. */
const keepsBreak = (text: string, start: number, end: number) =>
  /\/\/[^\n]*$/.test(text.slice(text.lastIndexOf("\n", start - 1) + 1, start)) && !/^[ \t]*\r?\n/.test(text.slice(end));

function closeEmpty(edited: Edited, start: number): Edited {
  const inside = /^[{[]\s*(?=[}\]])/.exec(edited.text.slice(start))?.[0];
  return inside === undefined ? edited : splice(edited, start + 1, start + inside.length, "");
}
