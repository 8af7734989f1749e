import { tokensOf } from "../../base/text/tokens.js";

/** Longer paragraphs are split at lines, then at sentences. */
const maxLength = 360;
const minLength = 30;
/** Of a code block: a command or the head of a commit message says what prose around it refers to. */
const maxCodeLines = 2;

/**
 * The paragraphs and lists of a message, each under its heading: what can be quoted and still be understood. Long code
 * and tables are left out.
 */
export function passagesOf(message: string): string[] {
  const prose = message
    .replace(/^(`{3,}|~{3,})([^\n]*)\n([\s\S]*?)(?:^\1[^\n]*$|(?![\s\S]))/gm, (_, _fence, _language, code: string) =>
      shortCode(code),
    )
    .split("\n")
    // Tables, diffs, rules, and lists of tasks, whose state is that of the moment.
    .filter((line) => !/^\s*(?:\||diff --git|@@ |[-=_*]{3,}\s*$|(?:[-*+]\s+)?\[[ x-]\]\s)/i.test(line))
    .join("\n");
  const passages: string[] = [];
  let heading = "";
  for (const paragraph of prose.split(/\n\s*\n/)) {
    const text = plain(paragraph);
    if (text === "") continue;
    if (isHeading(paragraph)) {
      heading = text.replace(/:$/, "");
      continue;
    }
    for (const part of splitLong(text).filter(isProse)) passages.push(heading === "" ? part : `${heading}: ${part}`);
    heading = "";
  }
  return passages;
}

/** Below it, a text is the output of a program. */
const minLetterShare = 0.76;
/** Above it, a text is a list of files, such as git's status. */
const maxPathShare = 0.3;

/** Pasted output has positions in files and more signs than words: it is found by search, but is no statement. */
function isProse(text: string): boolean {
  if (text.length < minLength || /:\d+:\d+|^\s*at \S+ \(|❯/.test(text)) return false;
  const words = text.split(/\s+/);
  if (words.filter((word) => /[/\\]|\.[a-z]{1,4}$/.test(word)).length > words.length * maxPathShare) return false;
  const signs = text.replace(/\s/g, "");
  return signs.replace(/[^\p{L}\p{M}]/gu, "").length >= signs.length * minLetterShare;
}

/** In the line before it, so that both are quoted together. */
function shortCode(code: string): string {
  const lines = code.split("\n").filter((line) => line.trim() !== "");
  const [first = ""] = lines;
  // The head of a commit message: "feat(cart): …".
  const isMessage = /^\s*[a-z]+(?:\([^)]*\))?!?: \S/.test(first);
  return lines.length > maxCodeLines && !isMessage ? "\n" : first.trim();
}

/** Without the marks of Markdown, which cost characters and say nothing. */
const plain = (text: string): string =>
  text
    .split("\n")
    .map((line) =>
      line
        .replace(/^\s*(?:>\s?)*(?:(?:#+|[*+•-]|\d+[.)])\s+)?/, "")
        .replace(/\*\*|__|`/g, "")
        .trim(),
    )
    .filter(Boolean)
    .join("\n");

const isHeading = (paragraph: string): boolean =>
  !paragraph.trim().includes("\n") && /^\s*#+\s|^\s*\*\*[^*]+\*\*:?\s*$|:\s*$/.test(paragraph);

function splitLong(text: string): string[] {
  if (text.length <= maxLength) return [text.replaceAll("\n", " · ")];
  const parts: string[] = [];
  for (const piece of text.split(/\n|(?<=[.!?])\s+(?=[^a-z])|(?<=[。！？])/)) {
    const last = parts.at(-1);
    if (last !== undefined && last.length + piece.length < maxLength) parts[parts.length - 1] = `${last} ${piece}`;
    else parts.push(piece);
  }
  return parts.map((part) => part.trim()).filter(Boolean);
}

/** Whether a text says nothing that the other one does not: a repeated request is no news. */
export function restates(text: string, other: string): boolean {
  const words = new Set(tokensOf(other));
  const own = [...new Set(tokensOf(text))];
  return own.filter((word) => !words.has(word)).length <= own.length * maxNewShare;
}
const maxNewShare = 0.2;
