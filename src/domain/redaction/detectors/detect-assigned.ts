import { entropy } from "../heuristics/entropy.js";
import { isPlaceholder } from "../heuristics/is-placeholder.js";
import { looksRandom, readsLikeWords } from "../heuristics/looks-random.js";
import { isNonSecretName } from "../heuristics/non-secret-names.js";
import type { AssignedRule } from "../rules/rule.js";
import { digitBit, isIn } from "../scan/alphabets.js";
import { assignmentSite, nameAround, type Site } from "../scan/assignment-site.js";
import { endsWord } from "../scan/boundary.js";
import { matchTokenPattern } from "../scan/match-token-pattern.js";
import { parseTokenPattern, type TokenPattern } from "../scan/parse-token-pattern.js";
import type { Detector, Scan } from "../scan/scan.js";

interface Compiled {
  readonly rule: AssignedRule;
  readonly value: TokenPattern;
  readonly lastBits: number;
}

/** Checks a value assigned to a name that contains the word; several rules share one parse of the assignment. */
export type SiteReader = (scan: Scan, site: Site) => void;

/** One detector per word, so that all rules of a word share the parse of the text after it. */
export function assignedDetectors(
  rules: readonly AssignedRule[],
  readers: ReadonlyMap<string, SiteReader>,
): Detector[] {
  const byWord = new Map<string, Compiled[]>();
  for (const word of readers.keys()) byWord.set(word, []);
  for (const rule of rules) {
    const compiled = compile(rule);
    for (const word of rule.words) {
      const key = word.toLowerCase();
      byWord.set(key, [...(byWord.get(key) ?? []), compiled]);
    }
  }
  return [...byWord].map(([word, compiled]) => ({
    words: [word],
    detect: (scan, start, end) => detectAssigned(scan, start, end, compiled, readers.get(word)),
  }));
}

function compile(rule: AssignedRule): Compiled {
  const value = parseTokenPattern(rule.value);
  const last = value.at(-1);
  return { rule, value, lastBits: last?.kind === "run" ? last.bit : 0 };
}

function detectAssigned(
  scan: Scan,
  start: number,
  end: number,
  rules: readonly Compiled[],
  reader: SiteReader | undefined,
): void {
  const site = assignmentSite(scan.text, start, end);
  scan.steps += 8;
  if (!site) return;
  for (const compiled of rules) detectValue(scan, site, compiled);
  reader?.(scan, site);
}

function detectValue(scan: Scan, site: Site, { rule, value, lastBits }: Compiled): void {
  const { text } = scan;
  let start = site.valueStart;
  let end = matchTokenPattern(text, start, value, true);
  // An equals sign before the value may also be its first character.
  if (end < 0 && text[start - 1] === "=") end = matchTokenPattern(text, --start, value, true);
  if (end < 0 || !endsWord(text, end, lastBits)) return;
  scan.steps += end - start;
  if (rule.entropy !== undefined && entropy(text, start, end) <= rule.entropy) return;
  if (rule.random && !looksRandom(text, start, end)) return;
  if (isWord(text, start, end) || !isNamed(scan, site, rule)) return;
  if (isPlaceholder(text.slice(start, end))) return;
  // Rules for words of no service read names of all kinds.
  if (rule.random && isNonSecretName(nameAround(text, site))) return;
  scan.report(rule.id, start, end);
}

/** Short values in letters alone are as likely to be a word or a name. */
function isWord(text: string, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (isIn(text.charCodeAt(i), digitBit)) return false;
  return readsLikeWords(text, start, end);
}

function isNamed(scan: Scan, site: Site, rule: AssignedRule): boolean {
  const { text } = scan;
  if (rule.cased && !isCased(text.slice(site.wordStart, site.wordEnd))) return false;
  if (rule.files && scan.path !== undefined && !rule.files.some((ending) => scan.path?.toLowerCase().endsWith(ending)))
    return false;
  if (rule.nameHas && !holdsAny(text.slice(site.wordEnd, site.nameEnd), rule.nameHas)) return false;
  return !rule.near || isNear(scan, site, rule.near);
}

function isCased(word: string): boolean {
  return word === word.toLowerCase() || word === word.toUpperCase() || word.slice(1) === word.slice(1).toLowerCase();
}

function holdsAny(name: string, parts: readonly string[]): boolean {
  const lower = name.toLowerCase();
  return parts.some((part) => lower.includes(part));
}

const nearDistance = 2000;

function isNear(scan: Scan, site: Site, words: readonly string[]): boolean {
  scan.steps += 2 * nearDistance;
  return holdsAny(scan.text.slice(Math.max(0, site.wordStart - nearDistance), site.valueStart + nearDistance), words);
}
