import type { FailurePattern } from "./failure-pattern.js";
import { allPatterns } from "./patterns/all-patterns.js";
import { servicesByPort } from "./services-by-port.js";

export interface Hypothesis {
  readonly description: string;
  readonly confidence: number;
  /** Lines of the input that speak for it. */
  readonly evidence: readonly string[];
}

/** A pattern that was seen, with its texts filled in from the input. */
export interface SeenPattern {
  readonly id: string;
  readonly cause: string;
  readonly others: readonly string[];
  readonly checks: readonly string[];
  readonly confidence: number;
  readonly evidence: readonly string[];
}

/** Longer input is cut: what names an error is at its beginning or at its end. */
const maxTextLength = 100_000;

/** Patterns that the input shows, surest first. What the message itself says counts more than what stands around it. */
export function seenPatterns(message: string, context: string): SeenPattern[] {
  const [near, around] = [cut(message), cut(context)];
  return allPatterns
    .flatMap((pattern) => {
      const inMessage = pattern.sign.exec(near);
      const match = inMessage ?? pattern.sign.exec(around);
      if (!match) return [];
      const trust = inMessage ? 1 : 0.85;
      return [{ place: match.index, seen: fill(pattern, match, inMessage ? near : around, trust) }];
    })
    .sort((a, b) => b.seen.confidence - a.seen.confidence || a.place - b.place)
    .map(({ seen }) => seen);
}

const cut = (text: string) =>
  text.length <= maxTextLength ? text : `${text.slice(0, maxTextLength / 2)}\n${text.slice(-maxTextLength / 2)}`;

function fill(pattern: FailurePattern, match: RegExpExecArray, text: string, trust: number): SeenPattern {
  const groups = match.groups ?? {};
  const port = groups.port ?? "";
  const service = servicesByPort[port];
  const values: Record<string, string> = {
    name: groups.name ?? groups.name2 ?? groups.name3 ?? "it",
    port: port || "<port>",
    service: service ? ` (port ${port} is usually ${service})` : port ? ` (port ${port})` : "",
  };
  const filled = (one: string) => one.replace(/\{(\w+)\}/g, (whole, key: string) => values[key] ?? whole);
  return {
    id: pattern.id,
    cause: filled(pattern.cause),
    others: pattern.others.map(filled),
    checks: pattern.checks.map(filled),
    confidence: rounded(chanceOf(pattern.weight) * trust),
    evidence: [lineAt(text, match.index), ...(service ? [`Port ${port} is usually ${service}`] : [])],
  };
}

/** The line of the text that has the sign, as it stands in the input. */
function lineAt(text: string, index: number): string {
  const start = text.lastIndexOf("\n", index) + 1;
  const end = text.indexOf("\n", index);
  const line = text.slice(start, end < 0 ? undefined : end).trim();
  return line.length <= maxEvidenceLength ? line : text.slice(index, index + maxEvidenceLength).trim();
}

/** Half the doubt of those who wrote the patterns was unfounded, both on the errors they had and on new ones. */
const chanceOf = (weight: number) => 1 - unfoundedDoubt * (1 - weight);
const unfoundedDoubt = 0.5;

const maxEvidenceLength = 240;
const rounded = (value: number) => Math.round(value * 100) / 100;

/** What the seen patterns come to: likely causes, and for the surest pattern also the less likely ones. */
export function hypothesesOf(seen: readonly SeenPattern[]): Hypothesis[] {
  const [first] = seen;
  const main = seen.slice(0, 5).map((one, i) => ({
    description: one.cause,
    // A cause is less likely the more likely another one is.
    confidence: rounded(i === 0 ? one.confidence : one.confidence * (1 - (first?.confidence ?? 0) * 0.6)),
    evidence: one.evidence,
  }));
  const left = 1 - (first?.confidence ?? 1);
  const others = (first?.others ?? []).map((description, i) => ({
    description,
    confidence: rounded(Math.max(0.05, left * (i === 0 ? 0.6 : 0.3))),
    evidence: [],
  }));
  return [...main, ...others].sort((a, b) => b.confidence - a.confidence);
}

const frames = [
  /\bat (?:[^\n(]{0,120}\()?(?<file>(?:[A-Za-z]:)?[^\s():]{1,200}):(?<line>\d{1,6}):\d+\)?/g,
  /File "(?<file>[^"\n]{1,200})", line (?<line>\d{1,6})/g,
  /^\s*(?<file>\/[^\s:]{1,200}\.go):(?<line>\d{1,6})/gm,
  /\bat [\w.$]{1,120}\((?<file>\w{1,80}\.(?:java|kt)):(?<line>\d{1,6})\)/g,
  /panicked at (?<file>[^\s:]{1,200}\.rs):(?<line>\d{1,6})/g,
  /^\s*(?:from )?(?<file>[^\s:]{1,200}\.rb):(?<line>\d{1,6}):in/gm,
];
const foreign =
  /node_modules|node:internal|site-packages|\/usr\/(?:lib|local)|\/go\/pkg|\.cargo\/registry|rustc\/|dist-packages|<frozen|^internal\//;

/** The place in the reader's own code that a stack trace names first (in Python: last). */
export function ownFrame(text: string): string | undefined {
  for (const form of frames) {
    const own = [...cut(text).matchAll(form)]
      .map(({ groups }) => `${groups?.file}:${groups?.line}`)
      .filter((one) => !foreign.test(one));
    if (own.length > 0) return form.source.startsWith('File "') ? own.at(-1) : own[0];
  }
  return undefined;
}
