import type { FailurePattern } from "./failure-pattern.js";
import { allPatterns } from "./patterns/all-patterns.js";
import { servicesByPort } from "./services-by-port.js";

export interface Hypothesis {
  readonly description: string;
  readonly confidence: number;
  /** Lines of the input that support it. */
  readonly evidence: readonly string[];
}

/** A pattern that matched, with its texts filled in from the input. */
export interface MatchedPattern {
  readonly id: string;
  readonly cause: string;
  readonly others: readonly string[];
  readonly checks: readonly string[];
  readonly confidence: number;
  readonly evidence: readonly string[];
}

/** Longer input is cut in the middle: an error is named at the beginning or at the end. */
const maxTextLength = 100_000;

/** Patterns that match the input, most confident first. A match in the message counts more than one in its context. */
export function matchPatterns(message: string, context: string): MatchedPattern[] {
  const [shortMessage, shortContext] = [cutMiddle(message), cutMiddle(context)];
  return allPatterns
    .flatMap((pattern) => {
      const inMessage = pattern.expression.exec(shortMessage);
      const match = inMessage ?? pattern.expression.exec(shortContext);
      if (!match) return [];
      const weight = inMessage ? 1 : 0.85;
      return [{ index: match.index, filled: fill(pattern, match, inMessage ? shortMessage : shortContext, weight) }];
    })
    .sort((a, b) => b.filled.confidence - a.filled.confidence || a.index - b.index)
    .map(({ filled }) => filled);
}

const cutMiddle = (text: string) =>
  text.length <= maxTextLength ? text : `${text.slice(0, maxTextLength / 2)}\n${text.slice(-maxTextLength / 2)}`;

function fill(pattern: FailurePattern, match: RegExpExecArray, text: string, weight: number): MatchedPattern {
  const groups = match.groups ?? {};
  const port = groups.port ?? "";
  const service = servicesByPort[port];
  const values: Record<string, string> = {
    name: groups.name ?? groups.name2 ?? groups.name3 ?? "it",
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
    evidence: [lineAt(text, match.index), ...(service ? [`Port ${port} is usually ${service}`] : [])],
  };
}

/** The line of the input in which the pattern matched. */
function lineAt(text: string, index: number): string {
  const start = text.lastIndexOf("\n", index) + 1;
  const end = text.indexOf("\n", index);
  const line = text.slice(start, end < 0 ? undefined : end).trim();
  return line.length <= maxEvidenceLength ? line : text.slice(index, index + maxEvidenceLength).trim();
}

/** Half of the doubt in the patterns' weights proved unfounded, on the errors they were written for and on new ones. */
const confidenceOf = (weight: number) => 1 - doubtFactor * (1 - weight);
const doubtFactor = 0.5;

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

const framePatterns = [
  /\bat (?:[^\n(]{0,120}\()?(?<file>(?:[A-Za-z]:)?[^\s():]{1,200}):(?<line>\d{1,6}):\d+\)?/g,
  /File "(?<file>[^"\n]{1,200})", line (?<line>\d{1,6})/g,
  /^\s*(?<file>\/[^\s:]{1,200}\.go):(?<line>\d{1,6})/gm,
  /\bat [\w.$]{1,120}\((?<file>\w{1,80}\.(?:java|kt)):(?<line>\d{1,6})\)/g,
  /panicked at (?<file>[^\s:]{1,200}\.rs):(?<line>\d{1,6})/g,
  /^\s*(?:from )?(?<file>[^\s:]{1,200}\.rb):(?<line>\d{1,6}):in/gm,
];
const libraryPath =
  /node_modules|node:internal|site-packages|\/usr\/(?:lib|local)|\/go\/pkg|\.cargo\/registry|rustc\/|dist-packages|<frozen|^internal\/|\/lib\/python\d|[\\/]Python\d+[\\/]Lib[\\/]|\/gems\/|\/vendor\//;

/** The first frame of a stack trace (in Python: the last) that is not in a library. */
export function ownFrame(text: string): string | undefined {
  for (const pattern of framePatterns) {
    const ownFrames = [...cutMiddle(text).matchAll(pattern)]
      .map(({ groups }) => `${groups?.file}:${groups?.line}`)
      .filter((one) => !libraryPath.test(one));
    if (ownFrames.length > 0) return pattern.source.startsWith('File "') ? ownFrames.at(-1) : ownFrames[0];
  }
  return undefined;
}
