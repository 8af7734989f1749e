import { markdownHeadings } from "../../base/text/markdown-blocks.js";

// The form of a decision file: a numbered title, bold labels, three sections.

export const decisionStatuses = ["proposed", "accepted", "deprecated", "superseded"] as const;
export type DecisionStatus = (typeof decisionStatuses)[number];

export interface DecisionText {
  readonly title: string;
  readonly status: DecisionStatus;
  /** YYYY-MM-DD, or empty. */
  readonly date: string;
  readonly author: string;
  readonly context: string;
  readonly decision: string;
  readonly consequences: string;
}

/** What is written in place of empty sections. Not read as content. */
const placeholders = {
  context: "(no context provided)",
  decision: "(no decision recorded)",
  consequences: "(no consequences noted)",
};

type Section = keyof typeof placeholders;
const sections: readonly Section[] = ["context", "decision", "consequences"];

const numberText = (id: number) => String(id).padStart(4, "0");

export function writeDecision(id: number, text: DecisionText): string {
  const labels = [`**Date**: ${text.date}`, `**Status**: ${text.status}`];
  if (text.author) labels.push(`**Author**: ${text.author}`);
  const parts = sections.map((name) => {
    const heading = name.replace(/^./, (letter) => letter.toUpperCase());
    return `## ${heading}\n\n${escapeHeadings(text[name].trim()) || placeholders[name]}\n`;
  });
  // Two trailing spaces are a line break in Markdown.
  return [`# ${numberText(id)} - ${oneLine(text.title)}\n`, `${labels.join("  \n")}\n`, ...parts].join("\n");
}

/** A section heading inside a field would end it, so it is escaped. */
const escapeHeadings = (text: string) => text.replace(/^## (?=(?:context|decision|consequences)\s*$)/gim, "\\## ");
const unescapeHeadings = (text: string) => text.replace(/^\\## (?=(?:context|decision|consequences)\s*$)/gim, "## ");

const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();

/** Reads any decision file; missing fields are empty, and an unknown status is `accepted`. */
export function readDecision(markdown: string, fallbackTitle: string): DecisionText {
  const lines = markdown.split(/\r?\n/);
  const starts = sectionStarts(lines);
  const head = lines.slice(0, Math.min(lines.length, ...starts.values()));
  const status = label(head, "status").toLowerCase();
  const contentOf = (name: Section): string => {
    const start = starts.get(name) ?? lines.length;
    const end = Math.min(lines.length, ...[...starts.values()].filter((offset) => offset > start));
    const text = lines.slice(start + 1, end).join("\n");
    return text.trim() === placeholders[name] ? "" : unescapeHeadings(text.trim());
  };
  return {
    title: titleOf(lines) ?? fallbackTitle,
    status: decisionStatuses.find((candidate) => candidate === status) ?? "accepted",
    date: /\d{4}-\d{2}-\d{2}/.exec(label(head, "date"))?.[0] ?? "",
    author: label(head, "author"),
    context: contentOf("context"),
    decision: contentOf("decision"),
    consequences: contentOf("consequences"),
  };
}

/** Changes only the status label. */
export function withStatus(markdown: string, status: DecisionStatus): string {
  const pattern = /^(\s*(?:[-*] )?\*\*Status(?::\*\*|\*\*:?)[ \t]*)[^\r\n]*?([ \t]*)$/im;
  if (pattern.test(markdown))
    return markdown.replace(pattern, (_, before: string, after: string) => `${before}${status}${after}`);
  const [first = "", ...rest] = markdown.split("\n");
  return [first, "", `**Status**: ${status}`, ...rest].join("\n");
}

/** Changes only the number in the title. */
export const withNumber = (markdown: string, id: number): string =>
  markdown.replace(/^# \d+(?= - )/m, `# ${numberText(id)}`);

const titleOf = (lines: readonly string[]): string | undefined =>
  lines
    .find((line) => line.startsWith("# "))
    ?.slice(2)
    .trim()
    .replace(/^\d+\s+-\s+/, "")
    .trim() || undefined;

function label(lines: readonly string[], name: string): string {
  const pattern = new RegExp(`^\\s*(?:[-*] )?\\*\\*${name}(?::\\*\\*|\\*\\*:?)\\s*(.*?)\\s*$`, "i");
  return lines.map((line) => pattern.exec(line)?.[1]).find((value) => value !== undefined) ?? "";
}

/** The first heading of each section in the order of the form, so that headings inside a section stay its content. */
function sectionStarts(lines: readonly string[]): Map<Section, number> {
  const starts = new Map<Section, number>();
  for (const { start } of markdownHeadings(lines)) {
    const name = sections.find((section) => new RegExp(`^## ${section}\\s*$`, "i").test(lines[start] ?? ""));
    if (name === undefined) continue;
    const isLater = [...starts.keys()].every((earlier) => sections.indexOf(earlier) < sections.indexOf(name));
    if (isLater) starts.set(name, start);
  }
  return starts;
}
