import servicesByPort from "../../../../data/services-by-port.json" with { type: "json" };
import { errorLine } from "../../../base/text/error-line.js";
import { tracedFiles } from "../stack-frames.js";
import { errorText } from "./error-text.js";
import { type FailurePattern, failurePatterns, type MatchedPattern } from "./failure-pattern.js";
import { libraryMismatch } from "./library-mismatch.js";

const missing =
  /^(?:E\s+)?\w*Error: (?:[^\n]{0,120}partially initialized module '(?<name>[\w.]{1,80})'|module '(?<name2>[\w.]{1,80})' has no attribute|No module named [^\n]{0,120}; '(?<name3>[\w.]{1,80})' is not a package)[^\n]*/m;
const installed = /(?:site|dist)-packages[\\/]|[\\/]lib(?:64)?[\\/]python\d/;

/** A file of the reader that has the name of a package, which Python then imports instead of the package. */
function shadowedModule(text: string): MatchedPattern | undefined {
  const match = missing.exec(text);
  const { name, name2, name3 } = match?.groups ?? {};
  const module = (name ?? name2 ?? name3)?.split(".")[0];
  if (!match || module === undefined) return undefined;
  const files = tracedFiles(text);
  const file = files.find((one) => one.split(/[\\/]/).at(-1) === `${module}.py` && !installed.test(one));
  // Imported by another file of the reader, it is meant: then the modules import each other.
  if (file === undefined || file !== files[0]) return undefined;
  return {
    id: "python/shadowed-module",
    cause: `${file} has the name of the package ${module}, so Python imports this file instead`,
    others: ["Two modules import each other"],
    checks: [`Rename ${file} and delete the __pycache__ folder next to it`],
    confidence: 0.9,
    evidence: [match[0].trim().slice(0, 240)],
  };
}

export interface Hypothesis {
  readonly description: string;
  readonly confidence: number;
  /** Lines of the input that support it. */
  readonly evidence: readonly string[];
}

/** Longer input is cut in the middle: an error is named at the beginning or at the end. */
const maxTextLength = 100_000;

/** Patterns that match the input, most confident first. A match in the message counts more than one in its context. */
export function matchPatterns(message: string, context: string): MatchedPattern[] {
  const [shortMessage, shortContext] = [cutMiddle(message), cutMiddle(context)].map(errorText) as [string, string];
  const whole = cutMiddle(`${message}\n${context}`);
  const special = shadowedModule(whole) ?? libraryMismatch(whole);
  const final = finalPart(shortMessage);
  const matches = failurePatterns
    .flatMap((pattern) => {
      for (const [text, weight] of [
        [final, 1],
        [shortMessage, handledWeight],
        [shortContext, 0.85],
      ] as const) {
        const match = findRichestMatch(pattern.expression, text);
        if (match) return [{ index: match.index, filled: fill(pattern, match, text, weight) }];
      }
      return [];
    })
    .sort((a, b) => b.filled.confidence - a.filled.confidence || a.index - b.index)
    .map(({ filled }) => filled);
  return special ? [special, ...matches] : matches;
}

/** What a program handled when the error occurred is less likely the cause. */
const handledWeight = 0.8;
const handling = "During handling of the above exception, another exception occurred:";

/** The last error of a Python traceback, without those that were being handled. */
function finalPart(text: string): string {
  const start = text.lastIndexOf(handling);
  return start < 0 ? text : text.slice(start);
}

/** Of the places where an expression matches, the one whose line names most values: a wrapped error repeats itself. */
function findRichestMatch(expression: RegExp, text: string): RegExpExecArray | undefined {
  if (!expression.test(text)) return undefined;
  const matches = [...take(text.matchAll(new RegExp(expression, `${expression.flags}g`)), maxMatches)];
  const [first, ...rest] = matches.map((match) => ({ match, values: valuesIn(linesAt(text, match.index)) }));
  return rest.reduce((best, one) => (one.values > (best?.values ?? 0) ? one : best), first)?.match;
}

const maxMatches = 6;
const valuesIn = (lines: readonly string[]) =>
  // A frame names a place, not what is wrong.
  /^at /.test(lines[0] ?? "")
    ? -1
    : new Set(lines.join(" ").match(/'[^'\n]+'|"[^"\n]+"|`[^`\n]+`|‘[^’\n]+’|\d{2,}|[\w.-]+\/[\w./-]+/g)).size;

function* take<T>(items: Iterable<T>, count: number): Iterable<T> {
  let taken = 0;
  for (const item of items) {
    if (taken++ >= count) return;
    yield item;
  }
}

const cutMiddle = (text: string) =>
  text.length <= maxTextLength ? text : `${text.slice(0, maxTextLength / 2)}\n${text.slice(-maxTextLength / 2)}`;

function fill(pattern: FailurePattern, match: RegExpExecArray, text: string, weight: number): MatchedPattern {
  const groups = match.groups ?? {};
  const port = groups.port ?? "";
  const service = (servicesByPort as Readonly<Record<string, string>>)[port];
  const values: Record<string, string> = {
    name: ["", 2, 3, 4, 5, 6].map((nr) => groups[`name${nr}`]).find(Boolean) ?? "it",
    port: port || "<port>",
    service: service ? ` (port ${port} is usually ${service})` : port ? ` (port ${port})` : "",
  };
  const fillText = (text: string) =>
    text.replace(/\{(\w+)\}/g, (placeholder, key: string) => values[key] ?? placeholder);
  return {
    id: pattern.id,
    cause: fillText(pattern.cause),
    others: pattern.others.map(fillText),
    checks: pattern.checks.map(fillText),
    confidence: round(confidenceOf(pattern.weight) * weight),
    evidence: [...linesAt(text, match.index), ...(service ? [`Port ${port} is usually ${service}`] : [])],
  };
}

/** The line of the input in which the pattern matched, and what it announces with a colon at its end. */
function linesAt(text: string, index: number): string[] {
  const start = text.lastIndexOf("\n", index) + 1;
  const [line = "", ...next] = text.slice(start, start + maxEvidenceLength * 3).split("\n");
  const shown = line.length <= maxEvidenceLength ? line : text.slice(index, index + maxEvidenceLength).split("\n")[0];
  const announced = /[[{]\s*$/.test(line)
    ? next.join(" ").replace(/\s+/g, " ")
    : /[:?]\s*$|\bvalidation errors? for \S+\s*$/.test(line)
      ? next.find((one) => one.trim() !== "")
      : undefined;
  return [shown ?? "", ...(announced ? [announced] : [])].map((one) => one.trim().slice(0, maxEvidenceLength));
}

/** A cause with what is known of this case: the class of an error alone is no answer. */
export function describeCause({ cause, evidence }: MatchedPattern, frame: string | undefined): string {
  const facts = evidence.filter((line) => !line.startsWith("Port ")).join(" ");
  const place = frame && !facts.includes(frame) ? ` (${frame})` : "";
  return `${cause}: ${facts}${place}`;
}

/** What an error says of itself and where it comes from, when its cause is not known. */
export function describeUnknown(text: string, frame: string | undefined): string {
  const line = statedError(text);
  if (line === undefined) return `No error is recognized in this text: ${text.trim().slice(0, 300)}`;
  const start = text.indexOf(line);
  const stated = (start < 0 ? [line] : linesAt(text, start)).join(" ").slice(0, 300);
  return `No known pattern matches: ${stated}${frame && !stated.includes(frame) ? ` (${frame})` : ""}`;
}

/** The line in which an output states its error; undefined for one without an error. */
export const statedError = (text: string): string | undefined => finalException(text) ?? errorLine(errorText(text));

/** Python names the error after the frames of the traceback, whatever its class is called. */
const finalException = (text: string) =>
  /^Traceback \(most recent call last\):\n(?:[ \t][^\n]*\n)+(?<error>[A-Za-z_][\w.]*(?:: [^\n]*)?)$/m.exec(
    text.slice(Math.max(0, text.lastIndexOf("\nTraceback (most recent"))).trimStart(),
  )?.groups?.error;

/** Fitted to errors that the patterns were not written for (lab/diagnosis/run.ts): half of the doubt proves unfounded. */
const confidenceOf = (weight: number) => maxConfidence * (1 - 0.5 * (1 - weight));
const maxConfidence = 0.92;

const maxEvidenceLength = 240;
const round = (value: number) => Math.round(value * 100) / 100;

/** Likely causes by the matched patterns, and for the most confident pattern also its less likely causes. */
export function hypothesesOf(matches: readonly MatchedPattern[]): Hypothesis[] {
  const [first] = matches;
  const main = matches.slice(0, 5).map((one, i) => ({
    description: one.cause,
    // A cause is less likely the more likely another one is.
    confidence: round(i === 0 ? one.confidence : one.confidence * (1 - (first?.confidence ?? 0) * 0.6)),
    evidence: one.evidence,
  }));
  const remaining = 1 - (first?.confidence ?? 1);
  const others = (first?.others ?? []).map((description, i) => ({
    description,
    confidence: round(Math.max(0.05, remaining * (i === 0 ? 0.6 : 0.3))),
    evidence: [],
  }));
  return [...main, ...others].sort((a, b) => b.confidence - a.confidence);
}
