import type { Statement, StatementKind } from "../../../../store/archive/exchange.js";
import { choice, isContrast, isDoneWith, itIs, nowIs, shortChoice } from "./cues/choice-cues.js";
import { isFact } from "./cues/fact-cues.js";
import { isOutcome, mentionsFinish } from "./cues/outcome-cues.js";
import { isStandingRule } from "./cues/preference-cues.js";
import { isNextStep, isTask } from "./cues/task-cues.js";
import { isTrap, malfunction } from "./cues/trap-cues.js";

interface KindRule {
  readonly about: StatementKind;
  /** Whose sentences can be of this kind. */
  readonly by: Statement["by"] | "anyone";
  fits(sentence: string, by: Statement["by"]): boolean;
}

/** The surest first: a sentence has the kind of the first rule that it fits. */
const kindRules: readonly KindRule[] = [
  { about: "next", by: "anyone", fits: isNextStep },
  { about: "task", by: "anyone", fits: isTask },
  { about: "trap", by: "anyone", fits: isTrap },
  { about: "preference", by: "person", fits: (sentence) => isStandingRule(sentence) && !malfunction.test(sentence) },
  { about: "decision", by: "anyone", fits: isDecision },
  { about: "outcome", by: "agent", fits: isOutcome },
  { about: "fact", by: "anyone", fits: isFact },
];

/** The kind of a sentence that states something for later sessions, by cues in English, German, Spanish and French. */
export const classifyStatement = (sentence: string, by: Statement["by"]): StatementKind | undefined =>
  kindRules.find((rule) => (rule.by === "anyone" || rule.by === by) && rule.fits(sentence, by))?.about;

function isDecision(sentence: string, by: Statement["by"]): boolean {
  if (choice.test(sentence) || itIs.test(sentence)) return true;
  // An agent explains how code works in the same words: its contrasts count with a reason.
  if (by === "person" ? isContrast(sentence) || isDoneWith(sentence) : shortChoice.test(sentence)) return true;
  if (by === "agent" && isContrast(sentence) && /(?:^|\s)(?:so|because|hence|therefore)\s/i.test(sentence)) return true;
  return nowIs.test(sentence) && !mentionsFinish(sentence);
}
