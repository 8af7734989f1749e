import { markdownHeadings } from "../../base/text/markdown-blocks.js";
import { type Candidate, plainLine, type TextFile } from "./candidate.js";

const maxRules = 12;
const [minLength, maxLength] = [40, 320];

/** What people are told to read before they change something. Agents do not read it by themselves. */
export const isContributingFile = (path: string): boolean =>
  /^(\.github\/|docs?\/)?(contributing|development|developing|hacking)[^/]*\.(md|mdx|markdown)$/i.test(path);

/** Words that make a sentence a rule, not a hint. */
const demand =
  /\b(must|mustn't|never|do not|don't|required to|only use|instead of)\b|^always\b|\b(?:should|please|and) always\b/i;
/** What an agent does; how people treat each other is not its business. */
const subject =
  /`|\b(commit|branch|test|tests|migration|lint|format|style|import|file|files|function|class|method|api|endpoint|schema|dependency|dependencies|changelog|translation|translations|string|strings|component|query|type|types|build)\b/i;
const aboutPeople =
  /\b(cla|license|licence|agree|community|conduct|vulnerabilit|security report|slack|discord|forum|mailing|maintainers?|reviewer|submitter|collaborator|onboard|thank|welcome|credit|donat|feel free|fork|your account|sign up|ask (?:in|on|for)|duplicate|issue tracker|discussion)/i;
/** Of what came before, which is not with it. */
const refersBack =
  /^(`[^`]+`:|(?:after|before) that|this|that|these|those|it|they|he|she|then|otherwise|however|also|but|and|so|if so|in (?:this|that) case|note|for example|e\.g\.|as (?:above|mentioned)|you can|here)(?!\w)/i;

export const readRules = (files: readonly TextFile[]): Candidate[] => files.flatMap(rulesIn).slice(0, maxRules);

function rulesIn({ path, text }: TextFile): Candidate[] {
  const lines = text.split("\n");
  const headings = markdownHeadings(lines);
  let isCode = false;
  return lines.flatMap((line, at): Candidate[] => {
    if (/^\s*(```|~~~)/.test(line)) isCode = !isCode;
    if (isCode || /^\s*(#|\||>|<!--)/.test(line)) return [];
    // What a sentence is about is often said by the headings alone.
    const names =
      headings
        .findLast(({ start }) => start <= at)
        ?.path.slice(1)
        .map(plainLine) ?? [];
    return paragraphAt(lines, at)
      .split(/(?<=[.!?])\s+(?=[A-Z`])/)
      .map(plainLine)
      .filter(isRule)
      .map((rule) => ({
        title: names.join(": ") || "Contributing",
        content: [...names, rule].join(": "),
        kind: "rule",
        source: `${path}:${at + 1}`,
        anchors: [path],
      }));
  });
}

/** The paragraph or list item that begins in a line; empty if one only goes on there. */
function paragraphAt(lines: readonly string[], at: number): string {
  const isStart = (line = "") => /^\s*([-*+]|\d+[.)])\s+/.test(line);
  const isEnd = (line = "") => line.trim() === "" || /^\s*(#|```|~~~|\||>)/.test(line);
  if (isEnd(lines[at]) || !(isStart(lines[at]) || isEnd(lines[at - 1]))) return "";
  let end = at + 1;
  while (end < lines.length && !isEnd(lines[end]) && !isStart(lines[end])) end++;
  return lines
    .slice(at, end)
    .join(" ")
    .replace(/^\s*([-*+]|\d+[.)])\s+(\[[ x]\]\s+)?/, "");
}

const isRule = (sentence: string): boolean =>
  sentence.length >= minLength &&
  /^[\p{Lu}`]/u.test(sentence) &&
  sentence.length <= maxLength &&
  /(?<!\b(?:e\.g|i\.e|etc))[.!`)]$/.test(sentence) &&
  demand.test(sentence) &&
  subject.test(sentence) &&
  !aboutPeople.test(sentence) &&
  !refersBack.test(sentence) &&
  !sentence.includes("?");
