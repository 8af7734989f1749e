import { wordPattern } from "./word-pattern.js";

const open = wordPattern(
  "todo|to do|to-do|still (?:open|missing|to do|pending|needed|not done)|left (?:open|for later)|pending|remaining",
  "not (?:yet )?(?:done|handled|implemented|finished|covered)(?: yet)?|missing(?= ?:| is)|for later|later we (?:must|need|have)",
  "(?:someone|somebody) (?:\\p{L}+ )?(?:has to|must|needs to|should|still)|somebody must|remains to be|we still need",
  "at some point|follow-?ups?|(?:must|needs to|has to|have to) still be|still (?:has|have|needs?) to|yet to be",
  "outstanding|backlog|leftover|remind me|parked|postponed|deferred|another day|next time",
  "haven't (?:done|added|written|handled|covered)|hasn't been",
  "offen|noch zu tun|steht noch aus|fehlt noch|fehlen noch|noch offen|muss noch|müssen noch|ausstehend|aufgeschoben|später noch",
  "pendientes?|queda(?:n)? por|falta(?:n)? (?:por )?|por hacer|más adelante|aún no|todavía (?:no|falta)",
  "reste(?:nt)? à faire|il reste(?: à)?|à faire|en suspens|plus tard|pas encore|reporté|manque encore",
);
const openLabel = /^(?:and |und |y |et )?(?:open|offen|pendiente|missing)\s?(?:is|bleibt)?:/iu;

export const isTask = (sentence: string): boolean => open.test(sentence) || openLabel.test(sentence);

export const nextStep =
  /^(?:and |then )?(?:(?:the |our |my )?next(?: step| steps| up| task| thing)?(?: is| are)?\s?[:,]|(?:the |our )?next(?: step| up| task| thing)?(?: is| are| will be)\s|(?:der )?nächste[rs]? schritt(?: ist)?|als nächstes|(?:el )?(?:siguiente|próximo) paso(?: es)?|(?:la )?prochaine étape(?: est)?|ensuite|(?:tomorrow|after that|then|up next|afterwards)[,:]? (?:we|i|it|comes|continue|the)|(?:we|i)(?:'ll| will)? (?:continue|go on|carry on|proceed|start next) with|(?:the )?plan (?:is|for)|(?:morgen|danach|weiter)(?: geht es)?(?: mit|:)|(?:mañana|después|seguimos con|luego)|(?:demain|on continue avec|on enchaîne))/iu;
