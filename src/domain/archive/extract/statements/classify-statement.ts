import type { Statement, StatementKind } from "../../../../store/archive/exchange.js";
import { classes, scoreClasses } from "./statement-model.js";

/** A wrong line in every next session costs more than one that a search still finds. */
const minProbability = 0.58;
/** The first sentence of a prompt mostly says what to do now. */
const openingMargin = 0.12;

/** The kind of a sentence that states something for later sessions. */
export function classifyStatement(sentence: string, by: Statement["by"], isOpening = false): StatementKind | undefined {
  const [none = 1, ...scores] = scoreClasses(sentence, by);
  const min = minProbability + (isOpening && by === "person" ? openingMargin : 0);
  if (1 - none < min) return undefined;
  const kind = classes[1 + scores.indexOf(Math.max(...scores))];
  // Only who did the work reports how it ended.
  return kind === "none" || (kind === "outcome" && by === "person") ? undefined : kind;
}
