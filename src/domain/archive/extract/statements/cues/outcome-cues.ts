import { wordPattern } from "./word-pattern.js";

const done =
  "done|complete|completed|finished|ready|live|stable|applied|published|merged|fixed|solved|resolved|implemented|shipped|deployed|released|installed|green|in place|up and running";

const finished = wordPattern(
  "works(?! (?:on|by|at|like|as|in))|(?:all )?\\p{L}* ?tests? (?:now )?(?:pass|passed|passes|are green)|passes",
  `(?:is|are|was|were|been) (?:now |all |also )?(?:${done})`,
  "behoben|fertig|(?:läuft|laufen)(?! (?:mit|auf|über|in))|funktioniert|funktionieren|erledigt|abgeschlossen|grün",
  "arreglad[oa]|terminad[oa]s?|funcionan?|completad[oa]s?|list[oa]s?",
  "corrigée?|terminée?s?|fonctionnent?|prête?s?|passent",
);
/** A report that begins with what was done: "Implemented the export." */
const report = /^(?:fixed|solved|resolved|implemented|shipped|deployed|published|released|completed|finished)\s/i;
const unfinished = wordPattern(
  "not|n't|no longer|cannot|without|fails?|failing|broken|still|yet|wip|should|must|how|until|when|once|if|but|assumes?|why|which|optional(?:ly)?",
  "nicht|kein|noch|no|sin|pas|ne|aucun",
);

export const mentionsFinish = (sentence: string): boolean => finished.test(sentence) || report.test(sentence);

/** How the work ended. */
export const isOutcome = (sentence: string): boolean => mentionsFinish(sentence) && !unfinished.test(sentence);
