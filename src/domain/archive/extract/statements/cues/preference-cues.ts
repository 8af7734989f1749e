import { wordPattern } from "./word-pattern.js";

const artifact =
  "(?:commits?|files?|functions?|tests?|prs?|pull requests?|components?|modules?|endpoints?|migrations?|changes?|scripts?|branch(?:es)?|messages?|names?|columns?|tables?|classes|docs?|texts?)";

/** A rule that holds from now on. */
const standingRule = wordPattern(
  "(?<!(?:can|has|have|had|been|will|was|were|they|he|she) )(?:always|never)|from now on|from here on|henceforth|every time|no exceptions?|without exceptions?|as a rule|non-negotiable",
  "(?:our|house|standing|ground) (?:rule|order|convention|style)|(?:a|the) (?:rule|convention)(?: here)?(?= is|:)|rule:|by convention|in future",
  "a must|(?:is|are) (?:banned|forbidden|mandatory|off limits|taboo|not (?:allowed|permitted|wanted))|(?:must|shall)(?:n't| not| never)",
  "(?:in|for) this (?:project|repo|repository|code ?base|team) (?:we|i|please|use|never|always|only)",
  "(?:no|never|every|all|only) .{1,40} in (?:this|our) (?:code ?base|code|project|repo|repository)|(?:don't|do not|never) want (?:to see|any)",
  "by default we|(?<!not )strictly(?! necessary)|exclusively|i insist|make sure that every|stick to|only use|use only",
  "(?:i|we)(?: \\p{L}+)? prefer|i (?:insist|hate)|please prefer|preference:",
  "(?:please )?(?:don't|do not|avoid|no) (?:ever )?(?:use|using|add|adding|write|writing|put|touch|call|import|mix|push|introduce|bring|include|hard-?code|mock|rely|prefix|leave|skip)",
  `(?:every|each|all) (?:\\p{L}+ )?${artifact} (?:\\p{L}+ )?(?:must|needs?|gets?|should|goes|takes?|starts?|ends?|comes?|follows?)`,
  "everywhere(?=[.,;!]|$)|(?:we|i) (?:only|require) (?!know|think|see|need|want|have|get|to|you)\\p{L}+|we (?:don't|do not) (?:use|do|write|add|commit|push|merge|allow|mock|import|touch|edit|rename|ship|deploy|store|log|support|accept|want)",
  "must (?:always |never )?be(?! installed)|(?<!(?:not|n't|we|you|i) )ha(?:s|ve) to be",
  "ab jetzt|ab sofort|immer|nie|niemals|künftig|grundsätzlich|von nun an|nur noch|ausschließlich|auf keinen fall|überall",
  "jedes mal|verboten|pflicht|keine? .{1,40} mehr|bitte (?:nur|keine?)|bevorzuge",
  "siempre|nunca|jamás|a partir de ahora|de ahora en adelante|desde ahora|solo se|solamente|cada vez|prohibido",
  "prefiero|preferimos|hay que|obligatori[oa]|sin excepción|no usamos|en todas? partes",
  "toujours|jamais|désormais|dorénavant|à partir de maintenant|uniquement|seulement|chaque fois|interdit|partout",
  "je préfère|on préfère|il faut|obligatoire|sans exception",
);
/** "prefer composition" as a rule; "if you prefer" is an offer. */
const imperativePreference =
  /(?:^|[:;]\s)(?:please |and |but |also )?(?:prefer|favou?r)\s|^only \p{L}+ .*(?:when|if|after)\s/iu;
/** "Reports in French only", "tabs only". */
const onlySuffix = /^(?!only)(?:\S+\s+){1,8}only[.!]?$/i;

/** An error message states what must be in the same words. */
const errorMessage = /(?:error|exception|invalid)[^.]*:/i;

export const isStandingRule = (sentence: string): boolean =>
  (standingRule.test(sentence) && !errorMessage.test(sentence)) ||
  imperativePreference.test(sentence) ||
  onlySuffix.test(sentence);
