import { countEach } from "../../../base/text/count-each.js";
import { errorLine } from "../../../base/text/error-line.js";

export interface ReducedQuery {
  /** The subject: all of a short query, the distinctive lines of a pasted one. */
  readonly main: string;
  /** Names in the rest: they help to rank, but are not the subject. */
  readonly sideText: string;
}

const maxQuestionLength = 300;
const maxLineLength = 240;
const maxTextLength = 200_000;
const maxNames = 12;

/**
 * Reduces a pasted report, traceback or log to what identifies it. The first line finds the fix more often than
 * the whole text: the rest is environment, politeness and stack frames.
 */
export function reduceQuery(query: string): ReducedQuery {
  const text = query.slice(0, maxTextLength).trim();
  if (!isReport(text)) return { main: text, sideText: "" };
  const first = text.split("\n").find((line) => line.trim() !== "") ?? "";
  const error = errorLine(text);
  const lines = [...new Set([first, ...(error === undefined ? [] : [error])])];
  return {
    main: lines.map((line) => line.trim().slice(0, maxLineLength)).join("\n"),
    sideText: namesIn(text).join(" "),
  };
}

/** Longer than a question: pasted. */
export const isReport = (text: string): boolean => text.length > maxQuestionLength || text.split("\n").length > 3;

const isName = /^[\p{L}_].*(?:[./_-][\p{L}\p{N}]|\p{Ll}\p{Lu})/u;

/** Identifiers and file names, the most frequent first. */
function namesIn(text: string): string[] {
  const names = Array.from(text.matchAll(/[\p{L}\p{N}_./-]+/gu), ([run]) =>
    run.length <= 80 ? run.replace(/^[./-]+|[./-]+$/g, "") : "",
  );
  return [...countEach(names.filter((name) => isName.test(name)))]
    .sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
    .slice(0, maxNames)
    .map(([name]) => name);
}
