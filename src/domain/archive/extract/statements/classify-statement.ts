import type { Statement, StatementKind } from "../../../../store/archive/exchange.js";
import type { SentenceContext } from "./sentence-features.js";
import { classes, scoreClasses } from "./statement-model.js";

/** A wrong line in every next session costs more than one that a search still finds. */
const minProbability = 0.28;

interface ClassifiedSentence {
  readonly about: StatementKind;
  readonly probability: number;
}

/** The kind of a sentence that states something for later sessions, and the probability that it does. */
export function classifyStatement(
  sentence: string,
  by: Statement["by"],
  context?: SentenceContext,
): ClassifiedSentence | undefined {
  const [none = 1, ...scores] = scoreClasses(sentence, by, context);
  const probability = Math.round(100 * (1 - none)) / 100;
  if (probability < minProbability) return undefined;
  const about = classes[1 + scores.indexOf(Math.max(...scores))];
  // Only who did the work reports how it ended.
  if (about === undefined || about === "none" || (about === "outcome" && by === "person")) return undefined;
  return { about, probability };
}
