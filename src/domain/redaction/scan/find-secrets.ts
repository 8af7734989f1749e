import { detectCredentials } from "../credentials/find-credentials.js";
import { mentionDetectors } from "../credentials/hints.js";
import { assignedDetectors } from "../detectors/assigned.js";
import { prefixedDetectors } from "../detectors/detect-prefixed.js";
import { specialDetectors } from "../detectors/special-detectors.js";
import type { Finding } from "../finding.js";
import { type AssignedRule, isPrefixedRule, type Rule } from "../rules/secret-rules.js";
import { type AhoCorasick, buildAhoCorasick, withoutMarks } from "./aho-corasick.js";
import { type Allowed, type Detector, type Mention, Scan } from "./scan.js";

/** The findings, and how many characters were read in addition to the one pass over the text. */
export interface ScanResult {
  readonly findings: readonly Finding[];
  readonly steps: number;
}

export interface SecretFinder {
  /** `isPlain`: the text is as it was written, not decoded from something that may be no text. */
  find(text: string, path?: string, isPlain?: boolean): ScanResult;
  /** Words about secrets, for training. */
  mentions(text: string): readonly Mention[];
}

interface Compiled {
  readonly automaton: AhoCorasick;
  /** The detectors of each final state of the automaton. */
  readonly detectors: readonly (readonly Hit[])[];
}

interface Hit {
  readonly length: number;
  /** What the text must be there, if the automaton does not say it all. */
  readonly word: string | undefined;
  readonly detector: Detector;
}

/** Compiles rules into one automaton; words that several rules share are searched once. */
export function createSecretFinder(rules: readonly Rule[], allowed?: Allowed): SecretFinder {
  const compiled = compile(rules);
  return {
    find: (text, path, isPlain = false) => {
      const scan = new Scan(text, path, allowed);
      search(compiled, scan);
      if (isPlain) detectCredentials(scan);
      return { findings: scan.result(), steps: scan.steps };
    },
    mentions: (text) => {
      const scan = new Scan(text, undefined, undefined);
      search(compiled, scan);
      return scan.mentions;
    },
  };
}

function compile(rules: readonly Rule[]): Compiled {
  const detectors: Detector[] = [
    ...rules.filter(isPrefixedRule).flatMap(prefixedDetectors),
    ...assignedDetectors(rules.filter((rule): rule is AssignedRule => !isPrefixedRule(rule))),
    ...specialDetectors,
    ...mentionDetectors,
  ];
  const byWord = new Map<string, Detector[]>();
  for (const detector of detectors) {
    for (const word of detector.words)
      byWord.set(word.toLowerCase(), [...(byWord.get(word.toLowerCase()) ?? []), detector]);
  }
  const words = [...byWord.keys()];
  const automaton = buildAhoCorasick(words);
  return {
    automaton,
    detectors: automaton.endings.map((ending) => ending.flatMap((index) => hitsOf(words[index] ?? "", byWord))),
  };
}

function hitsOf(word: string, byWord: ReadonlyMap<string, readonly Detector[]>): Hit[] {
  const compared = /[^\0-\x7f]/.test(word) ? withoutMarks(word) : undefined;
  return (byWord.get(word) ?? []).map((detector) => ({ length: word.length, word: compared, detector }));
}

function search({ automaton, detectors }: Compiled, scan: Scan): void {
  const { classes, table, shift, firstFinal } = automaton;
  const { text } = scan;
  const length = text.length;
  let state = 0;
  for (let i = 0; i < length; i++) {
    state = table[(state << shift) | (classes[text.charCodeAt(i)] as number)] as number;
    if (state >= firstFinal) detect(scan, detectors[state - firstFinal] ?? [], i + 1);
  }
}

function detect(scan: Scan, hits: readonly Hit[], end: number): void {
  for (const { length, word, detector } of hits)
    if (word === undefined || isWord(scan.text.slice(end - length, end), word))
      detector.detect(scan, end - length, end);
}

const isWord = (found: string, word: string): boolean => found === word || withoutMarks(found) === word;
