import { wordPattern } from "./word-pattern.js";

const malfunctions =
  "hangs?|fails?(?! fast)|failed|crash(?:es)?|breaks?|freezes?|stalls?|aborts?|times? out|deadlocks?|refuses?|dies|die|panics?|segfaults?|leaks?|corrupts?|loses|overwrites|duplicates|stutters|overflows?|schl(?:ägt|agen) fehl|hängt|hängen|stürzt|bricht|scheitert|blockiert|falla|fallan|se (?:queda|cuelga|bloquea|rompe)|revienta|échoue|échouent|plante|bloquent?|tombe";

/** Something goes wrong. */
export const malfunction = wordPattern(malfunctions);

const failing = `(?:${malfunctions}|blocks?|blocked|stuck|rejects?|out of memory|oom|flaky|slower|mixed|garbage|forever|not working|behaves? strangely|sits? there|silently|ignored|denied|only works?|works? only|nothing works|not work|never (?:returns?|starts?|finish(?:es)?|ends?|connects?)|(?:is|are|stays?|gets?|shows?|returns?|looks?|comes?|gives?|get) (?:\\p{L}+ )?(?:wrong|empty|blank|white|black|strange(?:ly)?|errors?|nothing)|wrong results?|(?:does|do|will|would) ?n[o']t (?:\\p{L}+ )?(?:start|flash|work|build|run|load|connect|compile|respond)|won't (?:start|work|build|run|load|connect|compile)|bloqu(?:és?|ées?)|restent)`;
const condition =
  "(?:unless|otherwise|else|as long as|only (?:if|when|with|after)|if you forget|if .{1,60} (?:is|are) (?:off|on|running|older|newer|set|open|too|empty|missing)|when .{1,60} (?:is|are|start) |while .{1,60} (?:is|are|runs?|running)|before|first|nur wenn|solange|erst|bevor|mientras|antes de|solo si|tant que|avant de|seulement si|quand .{1,60} pas|cuando .{1,60} no|without|except|or nothing|or it|if (?:.{1,40} )?(?:not|n't|no|missing)|when (?:.{1,60} )?(?:not|n't|less|more|no|without|missing|is (?:un)?set)|wenn .{1,60} nicht|außer|ohne|sonst|es sei denn|si no|a menos que|salvo que|sin|sauf|à moins|sans|sinon|si .{1,60} (?:n'est|n'a|pas))";

/** Something goes wrong under a condition that can be avoided. */
const failsUnder = wordPattern(
  `${failing}.*(?<!\\p{L})${condition}`,
  `${condition}.*(?<!\\p{L})${failing}`,
  `${failing}.*(?<!\\p{L})until .+`,
);
const needed =
  /(?:needs?|requires?|must|set|only|won't|cannot|can't|never|braucht|muss|necesita|nécessite)\s.*(?:[A-Z][A-Z0-9]*_[A-Z0-9_]+|--[a-z])/;
const conditional = wordPattern("unless|otherwise|else|(?<!/)or|sonst|es sei denn|a menos que|si no|sauf si|sinon");
/** What stays wrong until something is done. */
const exception = wordPattern("(?:stays|remains|keeps|gets|goes|bleibt|sigue|reste) .{1,80} unless .+");
/** A name that only software has: a variable of the environment, a flag, a path, a file. */
const technicalName = /[A-Z][A-Z0-9]*_[A-Z0-9_]+|(?:^|\s)--?[a-z][\w-]+|\S+\/\S+|\b\w+\.\w{1,4}\b|\b\w+:\w+/;
const warning =
  /^(?:(?:and|oh|by the way|also|but|und|y|et)[, ]+)*(?:careful|attention|beware|watch out|gotcha|trap|caveat|warning|heads[- ]?up|note that|don't forget that|good to know|one trap|vorsicht|achtung|ojo|cuidado|attention)(?!\p{L})/iu;

/** A report of what is seen now: "there is a blank box when …". */
const sighting = wordPattern("there (?:is|are|was) (?:an?|no)|i'm seeing|i see|i get");

export const isTrap = (sentence: string): boolean =>
  (failsUnder.test(sentence) && !sighting.test(sentence)) ||
  (needed.test(sentence) && conditional.test(sentence)) ||
  exception.test(sentence) ||
  (warning.test(sentence) && technicalName.test(sentence));
