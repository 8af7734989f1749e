import { entropy } from "../heuristics/entropy.js";
import { isPlaceholder } from "../heuristics/is-placeholder.js";
import { looksRandom, readsLikeWords } from "../heuristics/looks-random.js";
import { isNonSecretName, type SecretName, secretNames } from "../rules/secret-names.js";
import type { AssignedRule } from "../rules/secret-rules.js";
import { alphaBit, isIn } from "../scan/alphabets.js";
import { assignmentSite, dash, nameAround, type Site } from "../scan/assignment-site.js";
import { beginsWord, endsWord } from "../scan/boundary.js";
import { matchTokenPattern } from "../scan/match-token-pattern.js";
import { parseTokenPattern, type TokenPattern } from "../scan/parse-token-pattern.js";
import type { Detector, Scan } from "../scan/scan.js";
import { readChosenSecret, readDrawnSecret } from "./assigned-value.js";
import { readConnectionString } from "./connection-string.js";

interface Compiled {
  readonly rule: AssignedRule;
  readonly value: TokenPattern;
  readonly lastBits: number;
}

/** One detector per word, so that all rules and forms of a word share the parse of the text after it. */
export function assignedDetectors(rules: readonly AssignedRule[]): Detector[] {
  const byWord = new Map<string, Compiled[]>([...secretNames.keys()].map((word) => [word, []]));
  for (const rule of rules) {
    const compiled = compile(rule);
    for (const word of rule.words) {
      const key = word.toLowerCase();
      byWord.set(key, [...(byWord.get(key) ?? []), compiled]);
    }
  }
  return [...byWord].map(([word, compiled]) => ({
    words: [word],
    detect: (scan, start, end) => detectAssigned(scan, start, end, compiled, secretNames.get(word)),
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
  name: SecretName | undefined,
): void {
  const site = assignmentSite(scan.text, start, end);
  scan.steps += 8;
  if (site) for (const compiled of rules) detectValue(scan, site, compiled);
  if (!name || (name.isWhole && !isWholeName(scan.text, start, end))) return;
  if (site) readNamed(scan, site, name);
}

/** A part of a name begins behind a separator, or with a capital behind a small letter; no letter follows it. */
function isWholeName(text: string, start: number, end: number): boolean {
  if (isIn(text.charCodeAt(end), alphaBit)) return false;
  const before = text[start - 1] ?? "";
  const isHump = /[A-Z]/.test(text[start] ?? "") && /[a-z]/.test(before);
  return beginsWord(text, start) || before === "_" || isHump;
}

function readNamed(scan: Scan, site: Site, { kind, isWhole }: SecretName): void {
  const { text } = scan;
  if (kind === "api" && !isNameOfApiKey(text, site)) return;
  if (kind === "password" && (isWhole ? !isShortPassword(text, site) : isWorkingFolder(text, site))) return;
  if (!isWhole) readDrawnSecret(scan, site);
  // `staging token - 'v'`: as people write down what they chose.
  if (kind === "password" || kind === "secret" || (kind === "token" && site.operator === dash))
    readChosenSecret(scan, site, kind === "password");
  if (kind === "password" && !isWhole) readConnectionString(scan, site);
}

/** The shell's working folder, and letters of base64. */
function isWorkingFolder(text: string, { wordStart, wordEnd }: Site): boolean {
  const word = text.slice(wordStart, wordEnd);
  if (word === "PWD") return /(?:[$^]|OLD)$/.test(text.slice(Math.max(0, wordStart - 3), wordStart));
  return /^p?Wd|^pW/.test(word);
}

/** Short words end the name. Verdicts of tests and a step of a compiler, `pass === "lower"`, are not passwords. */
function isShortPassword(text: string, { wordStart, wordEnd, nameEnd, valueStart, operator, quote }: Site): boolean {
  // "pass `v2` to it"
  if (operator === dash && quote === 96) return false;
  if (text.slice(wordEnd, nameEnd).trim() !== "" || /[=!]==?/.test(text.slice(nameEnd, valueStart))) return false;
  return !text.startsWith("--- ", wordStart - 4) && !text.startsWith("PASS '", wordStart);
}

/** `api` inside `rapid`, `capital` or `openapi` is not a word; alone it is written in one of three ways. */
function isNameOfApiKey(text: string, { wordStart, wordEnd, nameEnd, valueStart }: Site): boolean {
  const word = text.slice(wordStart, wordEnd);
  // `API_PRODUCT` and `api.gateway_id` are about the interface, unless the value is plainly a key.
  const isWhole = /^[\d_]*$/.test(text.slice(wordEnd, nameEnd).trim());
  if (!isWhole && !/^(?![\da-f-]+["'])\w{32,}["']/.test(text.slice(valueStart, valueStart + 80))) return false;
  const isPart = word === "Api" || !isIn(text.charCodeAt(wordStart - 1), alphaBit);
  return isPart && (word === "api" || word === "Api" || word === "API");
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
const isWord = (text: string, start: number, end: number) =>
  !/\d/.test(text.slice(start, end)) && readsLikeWords(text, start, end);

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
