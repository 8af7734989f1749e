import { markdownHeadings } from "../../base/text/markdown-blocks.js";
import { opening } from "../../base/text/sentences.js";
import { type Candidate, plainLine, type TextFile } from "./candidate.js";

const maxDecisions = 6;
const maxContent = 500;
const minContent = 30;

/** Folders in which projects keep the records of their decisions. */
export const isDecisionFile = (path: string): boolean =>
  /(^|\/)(adrs?|decisions|decision-records|architecture-decisions)\/[^/]+\.mdx?$/i.test(path) &&
  !/(^|\/)(readme|index|template|.*template.*)\.mdx?$/i.test(path);

/** The decisions that hold, the newest first; their files are numbered or dated. */
export const readDecisions = (files: readonly TextFile[]): Candidate[] =>
  files
    .toSorted((a, b) => (a.path < b.path ? 1 : -1))
    .flatMap(decisionIn)
    .slice(0, maxDecisions);

function decisionIn({ path, text }: TextFile): Candidate[] {
  const lines = text.split("\n");
  const headings = markdownHeadings(lines);
  const title = plainLine((lines[headings[0]?.start ?? 0] ?? "").replace(/^#+\s*/, "")).replace(titleNumber, "");
  const at = headings.findIndex(({ path: names }) =>
    /^(the )?(decision|decision outcome|outcome|resolution)\b/i.test(names.at(-1) ?? ""),
  );
  const from = headings[at]?.end;
  if (title === "" || from === undefined || isNotInForce(text)) return [];
  const content = opening(plainLine(firstStatement(lines.slice(from, headings[at + 1]?.start).join("\n"))), maxContent);
  if (content.length < minContent) return [];
  return [{ title, content, kind: "decision", source: `${path}:${from + 1}`, anchors: [path] }];
}

/** The first paragraph, with the list that it announces. */
function firstStatement(section: string): string {
  const [first = "", second = ""] = section.trim().split(/\n\s*\n/);
  return (first.trimEnd().endsWith(":") ? `${first}\n${second}` : first).replace(/^\s*[-*+] /gm, "");
}

const titleNumber = /^(adr|rfc)?[-\s#]*\d*\s*[.:–-]?\s*/i;

/** What the record says of its status, in a line or a section. */
const status = /^\W*status\b[^\n]*(?:\n(?!#)[^\n]*){0,8}/gim;
const isNotInForce = (text: string): boolean =>
  (text.match(status) ?? []).some((one) =>
    /\b(superseded|rejected|deprecated|proposed|draft|withdrawn|replaced|retired)\b/i.test(one),
  );
