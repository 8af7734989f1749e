import { wordPattern } from "./word-pattern.js";

const finished = wordPattern(
  "works?|working|passes|pass|(?:all )?\\p{L}* ?tests? (?:pass|passes|are green)",
  "is (?:now )?(?:done|complete|completed|finished|ready|live|stable|applied|published|merged|up)",
  "are (?:now )?(?:done|complete|finished|ready|live)",
  "fixed|solved|resolved|implemented|shipped|deployed|published|released|completed|finished",
  "behoben|fertig|(?:läuft|laufen)(?! (?:mit|auf|über|in))|funktioniert|funktionieren|erledigt|abgeschlossen|grün",
  "arreglad[oa]|terminad[oa]s?|funcionan?|completad[oa]s?|list[oa]s?",
  "corrigée?|terminée?s?|fonctionnent?|prête?s?|passent",
);
const unfinished = wordPattern(
  "not|n't|no longer|cannot|without|fails?|failing|broken|still|yet|wip",
  "nicht|kein|noch|no|sin|pas|ne|aucun",
);

export const mentionsFinish = (sentence: string): boolean => finished.test(sentence);

/** How the work ended. */
export const isOutcome = (sentence: string): boolean => finished.test(sentence) && !unfinished.test(sentence);
