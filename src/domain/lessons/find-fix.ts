import { jaccard } from "../../base/text/jaccard.js";
import type { LocatedFinding, Remediation } from "../../store/archive/exchange.js";
import { coversCommand } from "../archive/extract/covers-command.js";
import { failureFingerprints, isSpecific, specificWords } from "../archive/extract/failure-line.js";

/** A command that failed now. */
export interface Failure {
  readonly output: string;
  /** Empty where the host does not say it. */
  readonly command: string;
}

export type StoredFix = LocatedFinding<Remediation>;

export interface FoundFix {
  readonly fix: StoredFix;
  /** Whether a line of the failure is the same but for numbers and paths. */
  readonly isSame: boolean;
}

/** Lines with this share of words in common are about the same error; of the same command, fewer are enough. */
const minSimilarity = 0.7;
const minSimilarityOfCommand = 0.5;

/** The fix whose failure is the most similar, the newest of equals. Takes fixes with the newest first. */
export function findFix(fixes: readonly StoredFix[], { output, command }: Failure): FoundFix | undefined {
  const fingerprints = failureFingerprints(output);
  const lines = fingerprints.map((fingerprint) => ({ fingerprint, words: specificWords(fingerprint) }));
  let best: { fix: StoredFix; score: number } | undefined;
  for (const fix of fixes) {
    const isSameCommand = command !== "" && areSameCommand(command, fix.proof, fix.command);
    const score = scoreOf(fix, lines, isSameCommand);
    if (score > (best?.score ?? 0)) best = { fix, score };
  }
  return best && { fix: best.fix, isSame: best.score >= 1 };
}

interface Line {
  readonly fingerprint: string;
  readonly words: ReadonlySet<string>;
}

function scoreOf(fix: StoredFix, lines: readonly Line[], isSameCommand: boolean): number {
  const stored = fix.fingerprints ?? [fix.fingerprint];
  // "1 failed" is the same line in every report: only the command tells whether it is the same failure.
  const isShared = ({ fingerprint }: Line) =>
    stored.includes(fingerprint) && (isSameCommand || isSpecific(fingerprint));
  if (lines.some(isShared)) return isSameCommand ? 2 : 1;
  const similarity = Math.max(0, ...stored.flatMap((one) => lines.map((line) => similarityOf(one, line))));
  return similarity >= (isSameCommand ? minSimilarityOfCommand : minSimilarity) ? similarity * 0.9 : 0;
}

/** The share of the words of two lines that both have; nothing in common where they quote different things. */
function similarityOf(fingerprint: string, { fingerprint: other, words: otherWords }: Line): number {
  const words = specificWords(fingerprint);
  if (words.size < 2 || otherWords.size < 2 || quotesDiffer(fingerprint, other)) return 0;
  return jaccard(words, otherWords);
}

/** A fix for one missing module says nothing about another one. */
function quotesDiffer(a: string, b: string): boolean {
  const [ofA, ofB] = [quotedIn(a), quotedIn(b)];
  return ofA.length > 0 && ofB.length > 0 && !ofA.some((one) => ofB.includes(one));
}

const quotedIn = (text: string): string[] =>
  [...text.matchAll(/(["'`])((?:(?!\1).)*\p{L}(?:(?!\1).)*)\1/gu)].map(([, , inner = ""]) => inner);

const areSameCommand = (command: string, ...others: readonly string[]): boolean =>
  others.some((other) => coversCommand(command, other) || coversCommand(other, command));
