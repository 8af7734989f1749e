import { errorLine } from "../../../base/text/error-line.js";
import { opening } from "../../../base/text/sentences.js";
import { pasted } from "../../archive/extract/extract-decisions.js";
import { hostText } from "../typed-words.js";

const taggedBlock = /<([a-zA-Z][\w:-]*)(?:\s[^<>]*)?>[\s\S]*?<\/\1>/g;
const codeBlock = /^(`{3,}|~{3,})[^\n]*\n([\s\S]*?)(?:^\1[^\n]*$|(?![\s\S]))/gm;
const codeLine =
  /^\s*(?:import|export|const|let|var|def|class|function|return|public|private|async|await|if|for|while|else|elif|try|except|SELECT|INSERT|FROM)\b.*[;{}(:,]\s*$|[;{}]\s*$|^\s*(?:\/\/|\/\*|\*\/|<\/?\w+)|^\s*[\w.-]+\(.*\)\s*;?$/;
const machineLine =
  /^\s*(?:[$>%]\s|#\s*\w+:|npm (?:ERR|warn)|\S+:\d+:\d+|\w+\.\w+(?:\.\w+)*\(|\d+\s*\||[-+|=*]{4,}|✓|✗|×|❯|PASS|FAIL)|\b0x[\da-f]{6,}|^\S+\t\S/i;

const maxCodeLines = 6;
const minPastedLines = 4;
const maxLineLength = 1200;

/** A message without what was pasted into it: logs, long code, blocks of hosts. Each leaves a short note. */
export function ownWords(message: string): string {
  if (hostText.test(message.trimStart())) return "";
  const prose = message
    .replace(taggedBlock, (block, tag: string) => (/[-_:]/.test(tag) || block.length > 300 ? "" : block))
    .replace(codeBlock, (block, _, body: string) => (countLines(body) > maxCodeLines ? `${noteOf(body)}\n` : block));
  return withoutPasted(prose.split("\n"))
    .map((line) => (line.length > maxLineLength ? `${opening(line, maxLineLength / 3)} [cut]` : line))
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** Runs of lines that a program wrote become one line. */
function withoutPasted(lines: readonly string[]): string[] {
  const kept: string[] = [];
  let run: string[] = [];
  const endRun = () => {
    const written = run.filter((line) => line.trim() !== "");
    kept.push(...(written.length < minPastedLines ? run : [noteOf(written.join("\n"))]));
    run = [];
  };
  for (const line of lines) {
    if (isMachineLine(line) || (line.trim() === "" && run.length > 0)) run.push(line);
    else {
      endRun();
      kept.push(line);
    }
  }
  endRun();
  return kept;
}

function isMachineLine(line: string): boolean {
  if (pasted.test(line) || machineLine.test(line) || codeLine.test(line)) return true;
  const signs = line.replace(/\s/g, "");
  const isItem = /^\s*(?:[-*+•]|\d+[.)])\s/.test(line);
  if (/^(?: {4}|\t)/.test(line) && !isItem) return true;
  return signs.length > 24 && signs.replace(/[^\p{L}\p{M}]/gu, "").length < signs.length * 0.6;
}

function noteOf(body: string): string {
  const line = errorLine(body)?.slice(0, 160);
  return `[${countLines(body)} lines pasted${line === undefined ? "" : `: ${line}`}]`;
}

/** Only what the person wrote. */
export const withoutNotes = (words: string): string => words.replace(/^\[\d+ lines pasted[^\n]*\]$/gm, "").trim();

const countLines = (text: string): number => text.trim().split("\n").length;
