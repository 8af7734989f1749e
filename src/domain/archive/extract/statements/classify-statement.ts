import type { Statement, StatementKind } from "../../../../store/archive/exchange.js";
import type { SentenceContext } from "./sentence-features.js";
import { type ClassScores, classes, scoreClasses } from "./statement-model.js";

/** A wrong line in every next session costs more than one that a search still finds. */
const minProbability = 0.35;
/** By its words; of what a model takes for a statement nearly all is at least as likely as this. */
const minCandidate = 0.15;

type Classified = Pick<Statement, "about" | "probability" | "scores" | "isCandidate">;

/** The kind of a sentence that states something for later sessions, and the probability that it does. */
export function classifyStatement(
  sentence: string,
  by: Statement["by"],
  context?: SentenceContext,
): Classified | undefined {
  const classified = findCandidate(sentence, by, context);
  return classified?.isCandidate ? undefined : classified;
}

/** The same, also of sentences that a model should read before they count. */
export function findCandidate(
  sentence: string,
  by: Statement["by"],
  context?: SentenceContext,
): Classified | undefined {
  const scores = scoreClasses(sentence, by, context);
  const classified = judge(scores, by);
  if ((classified?.probability ?? 0) < minCandidate) return undefined;
  return classified && { ...classified, scores: scores.map((score) => Math.round(score * 1e5) / 1e5) };
}

/** What a sentence is with these probabilities of the classes. */
export function judge(
  [none = 1, ...scores]: ClassScores,
  by: Statement["by"],
): { about: StatementKind; probability: number; isCandidate?: true } | undefined {
  const about = classes[1 + scores.indexOf(Math.max(...scores))];
  // Only who did the work reports how it ended.
  if (about === undefined || about === "none" || (about === "outcome" && by === "person")) return undefined;
  const probability = Math.round(100 * (1 - none)) / 100;
  return { about, probability, ...(probability < minProbability ? { isCandidate: true } : {}) };
}
