import type { Statement, StatementKind } from "../../../../store/archive/exchange.js";
import { choice, contrast, itIs, nowIs } from "./cues/choice-cues.js";
import { isFact } from "./cues/fact-cues.js";
import { isOutcome, mentionsFinish } from "./cues/outcome-cues.js";
import { standingRule } from "./cues/preference-cues.js";
import { isTask, nextStep } from "./cues/task-cues.js";
import { isTrap, malfunction } from "./cues/trap-cues.js";

interface KindRule {
  readonly about: StatementKind;
  /** Whose sentences can be of this kind. */
  readonly by: Statement["by"] | "anyone";
  fits(sentence: string): boolean;
}

/** The surest first: a sentence has the kind of the first rule that it fits. */
const kindRules: readonly KindRule[] = [
  { about: "next", by: "anyone", fits: (sentence) => nextStep.test(sentence) },
  { about: "task", by: "anyone", fits: isTask },
  { about: "trap", by: "anyone", fits: isTrap },
  { about: "preference", by: "person", fits: (sentence) => standingRule.test(sentence) && !malfunction.test(sentence) },
  { about: "decision", by: "anyone", fits: isDecision },
  { about: "fact", by: "anyone", fits: isFact },
  { about: "outcome", by: "agent", fits: isOutcome },
];

/** The kind of a sentence that states something for later sessions, by cues in English, German, Spanish and French. */
export const classifyStatement = (sentence: string, by: Statement["by"]): StatementKind | undefined =>
  kindRules.find((rule) => (rule.by === "anyone" || rule.by === by) && rule.fits(sentence))?.about;

function isDecision(sentence: string): boolean {
  const isChange = nowIs.test(sentence) && !mentionsFinish(sentence);
  return choice.test(sentence) || contrast.test(sentence) || itIs.test(sentence) || isChange;
}
