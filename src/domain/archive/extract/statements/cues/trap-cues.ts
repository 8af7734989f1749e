import { wordPattern } from "./word-pattern.js";

const failing =
  "(?:stalls?|loops?|silently|ignored?|corrupts?|flaky|leaks?|out of memory|oom|segfaults?|loses|overwrites|duplicates|never (?:returns?|starts?|finish(?:es)?|ends?|connects?)|blank|white|garbage|denied|only works?|works? only|hangs?|fails?|failed|crash(?:es)?|breaks?|blocks?|blocked|aborts?|times? out|timeouts?|deadlocks?|refuses?|dies|die|spins?|spinner|slower|stuck|freezes?|panics?|errors?|rejects?|wrong|strange(?:ly)?|black|empty|nothing works|not work|does ?n[o']t (?:start|flash|work|build|run|load|connect|compile|respond)|do not (?:start|work|build|run)|schl(?:ägt|agen) fehl|hängt|hängen|stürzt|bricht|scheitert|blockiert|falla|fallan|se (?:queda|cuelga|bloquea|rompe)|revienta|échoue|échouent|plante|bloque|bloqués?|bloquées?|restent|tombe)";
const condition =
  "(?:unless|otherwise|or else|as long as|only (?:if|when|with|after)|if you forget|if .{1,60} (?:is|are) (?:off|on|running|older|newer|set|open|too)|when .{1,60} (?:is|are) (?:running|open|older|newer|too|off|on)|while|before|first|nur wenn|solange|erst|bevor|mientras|antes de|solo si|tant que|avant de|seulement si|quand .{1,60} pas|cuando .{1,60} no|without|until|except|or nothing|or it|if (?:.{1,40} )?(?:not|n't|no|missing)|when (?:.{1,60} )?(?:not|n't|less|more|no|without|missing|is (?:un)?set)|wenn .{1,60} nicht|außer|ohne|sonst|es sei denn|si no|a menos que|salvo que|sin|sauf|à moins|sans|sinon|si .{1,60} (?:n'est|n'a|pas))";

/** Something goes wrong under a condition that can be avoided. */
const failsUnder = wordPattern(`${failing}.*(?<!\\p{L})${condition}`, `${condition}.*(?<!\\p{L})${failing}`);
const needed = /(?:needs?|requires?|braucht|necesita|nécessite)\s.*(?:[A-Z][A-Z0-9]*_[A-Z0-9_]+|--[a-z])/;
const conditional = wordPattern("unless|otherwise|sonst|es sei denn|a menos que|si no|sauf si|sinon");
/** What stays wrong until something is done. */
const exception = wordPattern("(?:stays|remains|keeps|gets|goes|bleibt|sigue|reste) .{1,80} unless .+");
/** A name that only software has: a variable of the environment, a flag, a path, a file. */
const technicalName = /[A-Z][A-Z0-9]*_[A-Z0-9_]+|(?:^|\s)--?[a-z][\w-]+|\S+\/\S+|\b\w+\.\w{1,4}\b|\b\w+:\w+/;
const warning =
  /^(?:(?:and|oh|by the way|also|but|und|y|et)[, ]+)*(?:careful|attention|beware|watch out|gotcha|trap|caveat|warning|heads[- ]?up|note that|don't forget|good to know|one trap|vorsicht|achtung|ojo|cuidado|attention)(?!\p{L})/iu;

/** Something goes wrong every time: that is a report. */
export const malfunction = wordPattern(
  "hangs?|fails?|crash(?:es)?|breaks?|freezes?|times? out|schlägt fehl|falla|échoue",
);

export const isTrap = (sentence: string): boolean =>
  failsUnder.test(sentence) ||
  (needed.test(sentence) && conditional.test(sentence)) ||
  (conditional.test(sentence) && technicalName.test(sentence)) ||
  exception.test(sentence) ||
  (warning.test(sentence) && technicalName.test(sentence));
