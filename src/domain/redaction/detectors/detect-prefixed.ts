import { entropy } from "../heuristics/entropy.js";
import { looksRandom } from "../heuristics/looks-random.js";
import { isPublishedKey } from "../rules/published-keys.js";
import type { PrefixedRule } from "../rules/secret-rules.js";
import { slugBit } from "../scan/alphabets.js";
import { beginsWord, endsWord } from "../scan/boundary.js";
import { matchTokenPattern, startsWithAt } from "../scan/match-token-pattern.js";
import { fixedLength, parseTokenPattern, type TokenPattern } from "../scan/parse-token-pattern.js";
import type { Detector, Scan } from "../scan/scan.js";

interface Compiled {
  readonly rule: PrefixedRule;
  readonly lead: TokenPattern;
  readonly leadLength: number;
  readonly body: TokenPattern;
  readonly anyCase: boolean;
  readonly openLeft: boolean;
  readonly openRight: boolean;
  /** The alphabet the token ends in; more of it would make it a longer token. */
  readonly lastBits: number;
}

/** One detector per prefix: it matches the body after the prefix and the lead before it. */
export function prefixedDetectors(rule: PrefixedRule): Detector[] {
  const compiled = compile(rule);
  const prefixes = typeof rule.prefix === "string" ? [rule.prefix] : rule.prefix;
  return prefixes.map((prefix) => ({
    words: [prefix],
    detect: (scan, start) => detectPrefixed(scan, start, prefix, compiled),
  }));
}

function compile(rule: PrefixedRule): Compiled {
  const lead = parseTokenPattern(rule.lead ?? "");
  const leadLength = fixedLength(lead);
  if (leadLength === undefined) throw new RangeError(`The lead of rule ${rule.id} must be of fixed length.`);
  const body = parseTokenPattern(rule.body);
  const last = body.at(-1);
  return {
    rule,
    lead,
    leadLength,
    body,
    anyCase: rule.anyCase ?? false,
    openLeft: rule.open === "left" || rule.open === "both",
    openRight: rule.open === "right" || rule.open === "both" || (last?.kind === "run" && last.open),
    lastBits: last?.kind === "run" ? last.bit : 0,
  };
}

function detectPrefixed(scan: Scan, at: number, prefix: string, token: Compiled): void {
  const { text } = scan;
  const start = at - token.leadLength;
  if (start < 0 || !(token.openLeft || beginsWord(text, start))) return;
  if (!startsWithAt(text, at, prefix, token.anyCase) || scan.isInsideKnown(start)) return;
  if (token.leadLength > 0 && matchTokenPattern(text, start, token.lead, token.anyCase) !== at) return;
  const end = matchTokenPattern(text, at + prefix.length, token.body, token.anyCase);
  if (end < 0) return;
  scan.steps += end - start;
  if (!token.openRight && !endsWord(text, end, token.lastBits)) return;
  if (!isConvincing(text, start, end, token.rule)) return;
  const from = token.openLeft ? scan.widenLeft(start) : start;
  scan.report(token.rule.id, from, token.openRight ? scan.widenRight(end, token.lastBits | slugBit) : end);
}

function isConvincing(text: string, start: number, end: number, rule: PrefixedRule): boolean {
  if (rule.entropy !== undefined && entropy(text, start, end) <= rule.entropy) return false;
  if (rule.digit && !/\d/.test(text.slice(start, end))) return false;
  if (rule.random && !looksRandom(text, start, end)) return false;
  if (rule.notAfter && endsWithAny(text.slice(Math.max(0, start - 40), start).toLowerCase(), rule.notAfter))
    return false;
  if (rule.published && isPublishedKey(text.slice(start, end))) return false;
  return !rule.harmless?.some((part) => text.slice(start, end).includes(part));
}

const endsWithAny = (text: string, endings: readonly string[]) => endings.some((ending) => text.endsWith(ending));
