import { type Finding, isVague, mergeFindings, placeholder } from "../finding.js";
import { isDrawn, isGuessable } from "../heuristics/guess-bits.js";
import { isIn } from "./alphabets.js";
import { beginsWord } from "./boundary.js";
import { wordList } from "./word-list.js";

/** Decides whether a match of a rule is allowed. */
export interface Allowed {
  rule(id: string): boolean;
  /** Whether this exact value is allowed, and with it every match inside it. */
  exactly(value: string): boolean;
  /** Whether the value contains something that makes it harmless. */
  alike(value: string): boolean;
}

/** Rules that know a place where a drawn value is a secret, and where other values stand too. */
const tokenRules = new Set(["generic-api-key", "authorization-header"]);
/** Rules that know a place for passwords, which people choose. */
const passwordRules = new Set(
  wordList(`
  password-assignment env-assignment paired-value command-flag command-password connection-string
  curl-auth-user database-password database-url kubernetes-secret-yaml netrc-password url-credentials
`),
);
/** How much of the text before a value may explain it, and half of that behind it. */
const besideLength = 400;

/** A word about secrets: 1 names a password, 2 another secret, 3 says that someone enters. */
export interface Mention {
  readonly kind: number;
  readonly start: number;
  readonly end: number;
}

/** One text being scanned: what detectors read, and where they report. */
export class Scan {
  private readonly findings: Finding[] = [];
  /** Characters that detectors read in addition to the one pass over the text: what hostile input tries to inflate. */
  steps = 0;
  /** The stretch that the last report covers; widening stops there, so that all widening together is one pass. */
  private coveredFrom = 0;
  private coveredTo = 0;
  private coveredByPattern = false;
  private readonly harmless: Finding[] = [];
  /** Words about secrets, in order of their ends. */
  readonly mentions: Mention[] = [];
  private readonly memory = new Map<string, number>();

  constructor(
    readonly text: string,
    readonly path: string | undefined,
    private readonly allowed: Allowed | undefined,
  ) {}

  report(rule: string, start: number, reportedEnd: number): void {
    const { text } = this;
    const end = withoutBackslashes(text, start, reportedEnd);
    if (end - start === placeholder.length && text.startsWith(placeholder, start)) return;
    if (this.isKnown(start, end) || !this.isConvincing(rule, start, end)) return;
    this.steps += end - start;
    if (this.allowed && this.mayStay(this.allowed, rule, start, end)) return;
    const from =
      isLowSurrogate(text.charCodeAt(start)) && isHighSurrogate(text.charCodeAt(start - 1)) ? start - 1 : start;
    const to = isHighSurrogate(text.charCodeAt(end - 1)) && isLowSurrogate(text.charCodeAt(end)) ? end + 1 : end;
    this.cover(from, to, !isVague(rule));
    this.findings.push({ rule, start: from, end: to });
  }

  /** Where only the place says that a value is a secret, the value must not say that it is none. */
  private isConvincing(rule: string, start: number, end: number): boolean {
    if (tokenRules.has(rule)) return this.isDrawn(start, end);
    return !passwordRules.has(rule) || !isGuessable(this.text.slice(start, end), this.beside(start, end));
  }

  isDrawn(start: number, end: number): boolean {
    const isBare = !/["'`\\]/.test(this.text[start - 1] ?? "");
    return isDrawn(this.text.slice(start, end), this.beside(start, end), isBare);
  }

  /** The text around a value without the value, however often it is repeated. */
  private beside(start: number, end: number): () => string {
    let beside: string | undefined;
    const read = () => {
      this.steps += besideLength;
      const before = this.text.slice(Math.max(0, start - besideLength), start);
      const around = `${before} ${this.text.slice(end, end + besideLength / 2)}`.toLowerCase();
      return around.replaceAll(this.text.slice(start, end).toLowerCase(), " ");
    };
    return () => {
      beside ??= read();
      return beside;
    };
  }

  private mayStay(allowed: Allowed, rule: string, start: number, end: number): boolean {
    const value = this.text.slice(start, end);
    if (!allowed.exactly(value) && !allowed.rule(rule)) return allowed.alike(value);
    this.harmless.push({ rule, start, end });
    return true;
  }

  /** Merged findings, without those that are, or are inside, an allowed value. */
  result(): readonly Finding[] {
    if (this.findings.length === 0) return this.findings;
    const merged = mergeFindings(this.findings);
    if (!this.allowed) return merged;
    return merged.filter(
      ({ start, end }) =>
        !this.allowed?.exactly(this.text.slice(start, end)) &&
        !this.harmless.some((value) => value.start <= start && end <= value.end),
    );
  }

  private cover(from: number, to: number, byPattern: boolean): void {
    const apart = from > this.coveredTo || to < this.coveredFrom;
    this.coveredFrom = apart ? from : Math.min(from, this.coveredFrom);
    this.coveredTo = apart ? to : Math.max(this.coveredTo, to);
    this.coveredByPattern = byPattern || (this.coveredByPattern && !apart);
  }

  /** Whether a rule that knows the pattern has already reported all of this. */
  private isKnown(start: number, end: number): boolean {
    return this.coveredByPattern && start >= this.coveredFrom && end <= this.coveredTo;
  }

  /** Whether a token at `at` adds nothing: it is inside a reported one that ends at a blank or a quotation mark. */
  isInsideKnown(at: number): boolean {
    return this.coveredByPattern && this.covers(at) && endsEverything(this.text.charCodeAt(this.coveredTo));
  }

  /** The start of the word that holds `start`. */
  widenLeft(start: number): number {
    if (this.covers(start)) return Math.min(start, this.coveredFrom);
    let at = start;
    while (at > this.coveredTo && !beginsWord(this.text, at)) at--;
    this.steps += start - at;
    return at;
  }

  /** The end of the word, or of the run of the token's own alphabet, that continues at `end`. */
  widenRight(end: number, bits: number): number {
    let at = this.covers(end) ? this.coveredTo : end;
    const from = at;
    while (isIn(this.text.charCodeAt(at), bits)) at++;
    this.steps += at - from;
    return at;
  }

  private covers(at: number): boolean {
    return at >= this.coveredFrom && at < this.coveredTo;
  }

  /** How far a detector has read ahead, so that its next match does not read the same text again. */
  reached(name: string): number {
    return this.memory.get(name) ?? 0;
  }

  setReached(name: string, at: number): void {
    this.memory.set(name, at);
  }
}

/** What a value ends in belongs to the quotation mark or line break behind it, which would lose its escape. */
function withoutBackslashes(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && text.charCodeAt(at - 1) === 92) at--;
  return at;
}

function endsEverything(code: number): boolean {
  return Number.isNaN(code) || code <= 32 || code === 34 || code === 39;
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}

/** Parses the text around a keyword at `start` to `end`, and reports secrets. */
export interface Detector {
  readonly words: readonly string[];
  detect(scan: Scan, start: number, end: number): void;
}
