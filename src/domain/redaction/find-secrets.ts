import type { Finding } from "./finding.js";
import type { AssignedRule, PrefixedRule, Rule } from "./rules/rule.js";
import { type Allowed, Scan, type Verifier } from "./scan.js";
import { namedValues } from "./special/named-values.js";
import { specialVerifiers } from "./special/special-verifiers.js";
import { assignedVerifiers } from "./verify-assigned.js";
import { prefixedVerifiers } from "./verify-prefixed.js";
import { buildWordAutomaton, type WordAutomaton } from "./word-automaton.js";

/** What was found, and how much reading it took beside the one pass over the text. */
export interface Search {
  readonly findings: readonly Finding[];
  readonly steps: number;
}

export interface SecretFinder {
  find(text: string, path?: string): Search;
}

interface Compiled {
  readonly automaton: WordAutomaton;
  /** The verifiers of each ending of the automaton. */
  readonly verifiers: readonly (readonly Hit[])[];
}

interface Hit {
  readonly length: number;
  readonly verifier: Verifier;
}

/** Compiles rules to one automaton; words that several rules share are searched once. */
export function createSecretFinder(rules: readonly Rule[], allowed?: Allowed): SecretFinder {
  const compiled = compile(rules);
  return { find: (text, path) => search(compiled, new Scan(text, path, allowed)) };
}

function compile(rules: readonly Rule[]): Compiled {
  const verifiers: Verifier[] = [
    ...rules.filter((rule): rule is PrefixedRule => rule.kind === "prefixed").flatMap(prefixedVerifiers),
    ...assignedVerifiers(
      rules.filter((rule): rule is AssignedRule => rule.kind === "assigned"),
      namedValues,
    ),
    ...specialVerifiers,
  ];
  const byWord = new Map<string, Verifier[]>();
  for (const verifier of verifiers) {
    for (const word of verifier.words)
      byWord.set(word.toLowerCase(), [...(byWord.get(word.toLowerCase()) ?? []), verifier]);
  }
  const words = [...byWord.keys()];
  const automaton = buildWordAutomaton(words);
  return {
    automaton,
    verifiers: automaton.endings.map((ending) => ending.flatMap((index) => hitsOf(words[index] ?? "", byWord))),
  };
}

function hitsOf(word: string, byWord: ReadonlyMap<string, readonly Verifier[]>): Hit[] {
  return (byWord.get(word) ?? []).map((verifier) => ({ length: word.length, verifier }));
}

function search({ automaton, verifiers }: Compiled, scan: Scan): Search {
  const { classes, table, shift, firstFinal } = automaton;
  const { text } = scan;
  const length = text.length;
  let state = 0;
  for (let i = 0; i < length; i++) {
    state = table[(state << shift) | (classes[text.charCodeAt(i)] as number)] as number;
    if (state >= firstFinal) verify(scan, verifiers[state - firstFinal] ?? [], i + 1);
  }
  return { findings: scan.result(), steps: scan.steps };
}

function verify(scan: Scan, hits: readonly Hit[], end: number): void {
  for (const { length, verifier } of hits) verifier.verify(scan, end - length, end);
}
