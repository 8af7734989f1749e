import type { Statement, StatementKind } from "../../../../store/archive/exchange.js";
import { classes, scoreClasses } from "./statement-model.js";

/** A wrong line in every next session costs more than one that a search still finds. */
const minProbability = 0.5;
/** How a prompt opens: with what to do now, with an error that was overcome then, or by giving something up. */
export type Opening = "request" | "report" | "change";
/**
 * The first sentence of a prompt is for later sessions only if it is clearly so. What gives something up is, wherever it
 * is said: missed, the earlier choice would still be given.
 */
const openingMargins: Readonly<Record<Opening, number>> = { request: 0.12, report: 0.3, change: -0.2 };

/** The kind of a sentence that states something for later sessions. */
export function classifyStatement(sentence: string, by: Statement["by"], opening?: Opening): StatementKind | undefined {
  const [none = 1, ...scores] = scoreClasses(sentence, by);
  const min = minProbability + (opening && by === "person" ? openingMargins[opening] : 0);
  if (1 - none < min) return undefined;
  const kind = classes[1 + scores.indexOf(Math.max(...scores))];
  // Only who did the work reports how it ended.
  return kind === "none" || (kind === "outcome" && by === "person") ? undefined : kind;
}
