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

const sections = ["context", "decision", "consequences"] as const;
type Section = (typeof sections)[number];

const headings: Record<Section, string> = { context: "Context", decision: "Decision", consequences: "Consequences" };

/** What stands where nothing was said. Never read back as content. */
const placeholders: Record<Section, string> = {
  context: "(no context provided)",
  decision: "(no decision recorded)",
  consequences: "(no consequences noted)",
};

export function writeDecision(id: number, text: DecisionText): string {
  const labels = [
    `**Date**: ${text.date}`,
    `**Status**: ${text.status}`,
    ...(text.author ? [`**Author**: ${text.author}`] : []),
  ];
  // Two spaces keep the labels on lines of their own when the file is shown.
  const parts = sections.map((name) => `## ${headings[name]}\n\n${escaped(text[name].trim()) || placeholders[name]}\n`);
  return [`# ${String(id).padStart(4, "0")} - ${oneLine(text.title)}\n`, `${labels.join("  \n")}\n`, ...parts].join(
    "\n",
  );
}

/** A heading of ours inside a field would end it: it is written as text, and read back as it was. */
const escaped = (text: string) => text.replace(/^## (?=(?:context|decision|consequences)\s*$)/gim, "\\## ");
const unescaped = (text: string) => text.replace(/^\\## (?=(?:context|decision|consequences)\s*$)/gim, "## ");

const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();

/** Reads a decision of any hand; what is not there is empty, and an unknown status is `accepted`. */
export function readDecision(markdown: string, fallbackTitle: string): DecisionText {
  const lines = markdown.split(/\r?\n/);
  const starts = sectionStarts(lines);
  const head = lines.slice(0, Math.min(lines.length, ...starts.values()));
  const status = label(head, "status").toLowerCase();
  return {
    title: titleOf(lines) ?? fallbackTitle,
    status: decisionStatuses.find((one) => one === status) ?? "accepted",
    date: /\d{4}-\d{2}-\d{2}/.exec(label(head, "date"))?.[0] ?? "",
    author: label(head, "author"),
    context: sectionOf(lines, starts, "context"),
    decision: sectionOf(lines, starts, "decision"),
    consequences: sectionOf(lines, starts, "consequences"),
  };
}

/** Changes the status label alone; the rest of the file stays as it is. */
export function withStatus(markdown: string, status: DecisionStatus): string {
  const pattern = /^(\s*(?:[-*] )?\*\*Status(?::\*\*|\*\*:?)[ \t]*)[^\r\n]*?([ \t]*)$/im;
  if (pattern.test(markdown))
    return markdown.replace(pattern, (_, before: string, after: string) => `${before}${status}${after}`);
  const [first = "", ...rest] = markdown.split("\n");
  return [first, "", `**Status**: ${status}`, ...rest].join("\n");
}

/** Changes the number in the title alone. */
export const withNumber = (markdown: string, id: number): string =>
  markdown.replace(/^# \d+(?= - )/m, `# ${String(id).padStart(4, "0")}`);

function titleOf(lines: readonly string[]): string | undefined {
  const line = lines
    .find((one) => one.startsWith("# "))
    ?.slice(2)
    .trim();
  return line?.replace(/^\d+\s+-\s+/, "").trim() || undefined;
}

function label(lines: readonly string[], name: string): string {
  const pattern = new RegExp(`^\\s*(?:[-*] )?\\*\\*${name}(?::\\*\\*|\\*\\*:?)\\s*(.*?)\\s*$`, "i");
  return lines.map((line) => pattern.exec(line)?.[1]).find((value) => value !== undefined) ?? "";
}

/** The first heading of each section in the order of the form, so that headings inside a section stay its content. */
function sectionStarts(lines: readonly string[]): Map<Section, number> {
  const starts = new Map<Section, number>();
  for (const { start } of markdownHeadings(lines)) {
    const name = sections.find((one) => new RegExp(`^## ${one}\\s*$`, "i").test(lines[start] ?? ""));
    const isLater =
      name !== undefined && [...starts.keys()].every((one) => sections.indexOf(one) < sections.indexOf(name));
    if (name !== undefined && isLater) starts.set(name, start);
  }
  return starts;
}

function sectionOf(lines: readonly string[], starts: ReadonlyMap<Section, number>, name: Section): string {
  const start = starts.get(name);
  if (start === undefined) return "";
  const end = Math.min(lines.length, ...[...starts.values()].filter((one) => one > start));
  const text = lines
    .slice(start + 1, end)
    .join("\n")
    .trim();
  return text === placeholders[name] ? "" : unescaped(text);
}
