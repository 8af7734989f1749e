import { wordPattern } from "./word-pattern.js";

/** Left to do, as a predicate or an adverb: "is still open", "for later". */
const open = wordPattern(
  "todo(?= ?[:—-]| for| later)|(?:is|are|as) (?:still )?(?:a )?todo|still (?:open|missing|to do|to be|pending|needed|not done)",
  "left (?:open|for later)|(?:is|are|remains?|stays?|still) (?:\\p{L}+ )?(?:open|pending|outstanding|missing|unfinished|undone)(?=$|[.,;])",
  "an? (?:open|loose) (?:point|end|question|item|task)|(?:is|are|was|were|been) not (?:yet )?(?:done|handled|finished|covered)",
  "not (?:done|handled|implemented|finished|covered) yet|not yet (?:done|handled|implemented|finished|covered)",
  "for later|later we (?:must|need|have)|(?:someone|somebody) (?:\\p{L}+ )?(?:has to|must|needs to|should|still)",
  "remains to be|we still need|at some point|(?:must|needs to|has to|have to) still be|still (?:has|have|needs?) to|yet to (?:be|come)",
  "backlog|leftover|remind me|parked|postponed|deferred|another day|next time|i'll come back to",
  "haven't (?:done|added|written|handled|covered)|hasn't been",
  "noch zu tun|steht noch aus|fehlt noch|fehlen noch|noch offen|muss noch|müssen noch|ausstehend|aufgeschoben|später noch|(?:ist|sind|bleibt) offen",
  "pendientes?|queda(?:n)? por|falta(?:n)? (?:por )?|por hacer|más adelante|aún no|todavía (?:no|falta)",
  "reste(?:nt)? à faire|il reste(?: à)?|à faire|en suspens|plus tard|pas encore|reporté|manque encore",
);

/** A short label before a colon says what follows: "Still to be added: wind arrows". */
const labelOf = (sentence: string): string => /^((?:[\p{L}'-]+\s?){1,5})\s?:\s?\S/u.exec(sentence)?.[1] ?? "";
const openLabel = wordPattern(
  "open|missing|not done|pending|remaining|remains|outstanding|unfinished|undone|left|leftovers?|todo|to do|to-do|still|yet|later|follow-?ups?",
  "offen|ausstehend|fehlt|noch|pendientes?|queda|falta|por hacer|restant|reste|manque|à faire",
);
const nextLabel = wordPattern(
  "next|following|upcoming|coming|then|after that|afterwards|tomorrow|nächste[rs]?|nächstes|danach|weiter|morgen",
  "siguiente|próxim[oa]|luego|después|mañana|suivante?|prochaine?|ensuite|demain",
);

export const isTask = (sentence: string): boolean =>
  (open.test(sentence) && !/(?:^|\s)if\s/i.test(sentence)) || openLabel.test(labelOf(sentence));

const nextStart =
  /^(?:and |then )?(?:(?:the |our )?next(?: step| up| task| thing)?(?: is| are| will be)\s|(?:der )?nächste[rs]? schritt(?: ist)?|als nächstes|(?:el )?(?:siguiente|próximo) paso(?: es)?|(?:la )?prochaine étape(?: est)?|ensuite|(?:tomorrow|after that|up next|afterwards)[,:]? (?:we|i|it|comes?|continue|the)|then comes?\s|(?:we|i)(?:'ll| will)? (?:continue|go on|carry on|proceed|start next) with|(?:the )?plan (?:is|for)|(?:morgen|danach|weiter)(?: geht es)?(?: mit|:)|(?:mañana|después|seguimos con|luego)|(?:demain|on continue avec|on enchaîne))/iu;
/** "… are the next step." */
const nextEnd = wordPattern(
  "(?:is|are|as|be|comes?) (?:the |our |my )?next(?: (?:step|task|thing|up|in line|on the list))?[.!]?$",
);

export const isNextStep = (sentence: string): boolean =>
  (nextStart.test(sentence) && !/(?:^|\s)should\s/i.test(sentence)) ||
  nextLabel.test(labelOf(sentence)) ||
  nextEnd.test(sentence);
