import { fileRoleOf } from "../../code/file-role.js";

/** A line of the project that has the words of an error. */
export interface ErrorMention {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

export interface ErrorMentions {
  /** Where the project's code states the message. */
  readonly raised: ErrorMention | undefined;
  /** Where its documents do, best first. */
  readonly documents: readonly ErrorMention[];
}

/** A file of the project that may have the words of an error. */
export interface CandidateFile {
  readonly path: string;
  readonly text: string;
}

const maxDocuments = 2;
const maxLineLength = 160;
/** Longer lines are generated. */
const maxScannedLength = 2000;
/** Consecutive words of the message that a line has; fewer if they are most of it. */
const minRun = 4;
const minShare = 0.6;
const maxWords = 40;
/** Every other message has these. */
const commonWords = new Set(
  "been cannot could does error errors exist exists expected failed failure file found from have invalid line missing must only should that this type unexpected unknown value when with".split(
    " ",
  ),
);
const isSpecific = (word: string) => word.length >= 4 && !commonWords.has(word) && !/^\d+$/.test(word);

/** The lines that state an error in the code of a project and in its documents: values are filled in where it is raised. */
export function findErrorMentions(stated: string, files: readonly CandidateFile[]): ErrorMentions {
  const mentions = files.flatMap((file) => {
    const role = fileRoleOf(file.path);
    return role === "source" || role === "document" ? [{ role, ...bestLine(stated, file, role === "source") }] : [];
  });
  const of = (role: string): ErrorMention[] =>
    mentions
      .filter((one) => one.role === role && one.score > 0)
      .toSorted((a, b) => b.score - a.score)
      .map(({ path, line, text }) => ({ path, line, text }));
  return { raised: of("source")[0], documents: of("document").slice(0, maxDocuments) };
}

interface ScoredLine extends ErrorMention {
  readonly score: number;
}

const raising =
  /\b(?:raise|throw|throws|panic|bail|abort|die|fail|reject|exit)\b|\berrors?\.|\w(?:Error|Exception)\b|Errorf?\(/;

function bestLine(stated: string, { path, text }: CandidateFile, isSource: boolean): ScoredLine {
  const words = messageWords(stated);
  const raisesClass = isSource ? raisingClass(stated, text) : undefined;
  const scoreOf = (line: string) => {
    if (line.length > maxScannedLength) return 0;
    const run = commonRun(words, errorWords(line));
    const isLong = run.length >= minRun || (run.length >= 2 && run.length / words.length >= minShare);
    if (isLong && run.some(isSpecific) && (!isSource || /["'`]/.test(line)))
      return run.length + (raising.test(line) ? 0.5 : 0);
    return raisesClass?.test(line) ? 1 : 0;
  };
  let best: ScoredLine = { path, line: 0, text: "", score: 0 };
  for (const [i, line] of text.split("\n").entries()) {
    const score = scoreOf(line);
    if (score > best.score) best = { path, line: i + 1, text: line.trim().slice(0, maxLineLength), score };
  }
  return best;
}

/** Matches where a class of errors is raised that the same file defines or imports. */
function raisingClass(stated: string, text: string): RegExp | undefined {
  const name = /^(?:E\s+)?(?:[\w$]{1,80}[.:]+){0,8}(?<name>[A-Z]\w{2,80})(?=:|\s*$)/.exec(stated)?.groups?.name;
  if (name === undefined || !new RegExp(`\\b(?:class|struct|enum|import)\\b[^\\n]{0,120}\\b${name}\\b`).test(text))
    return undefined;
  return new RegExp(`\\b(?:raise|throw|panic)\\b[^\\n]{0,40}\\b${name}\\b`);
}

/** The words of an error, without its class if it has a message. */
const messageWords = (stated: string): string[] =>
  errorWords(stated.replace(/^(?:E\s+)?[\w.$]{1,120}(?:\[\w+\])?:\s+/, "")).slice(0, maxWords);

export const errorWords = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];

/** The longest run of consecutive words of one text in another. */
function commonRun(words: readonly string[], line: readonly string[]): readonly string[] {
  let longest: readonly string[] = [];
  for (let i = 0; i < words.length; i++)
    for (let j = line.indexOf(words[i] ?? ""); j >= 0; j = line.indexOf(words[i] ?? "", j + 1)) {
      let length = 1;
      while (i + length < words.length && words[i + length] === line[j + length]) length++;
      if (length > longest.length) longest = words.slice(i, i + length);
    }
  return longest;
}
