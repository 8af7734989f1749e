import { wordPattern } from "./word-pattern.js";

/** A rule that holds from now on. */
export const standingRule = wordPattern(
  "always|never|from now on|from here on|henceforth|every time|no exceptions|without exception|as a rule",
  "rule|house style|convention|in future|a must|is (?:banned|forbidden|mandatory|required)|not allowed",
  "(?:in|for) this (?:project|repo|repository|code ?base|team) (?:we|i|please|use|never|always|only)",
  "by default we|strictly|exclusively|prefer|i insist|make sure (?:to|that|every)|stick to|only use|use only",
  "(?:please )?(?:don't|do not|avoid|no) (?:ever )?(?:use|using|add|adding|write|writing|put|commit|touch|call|import|mix|push)",
  "(?:every|each) (?:commit|file|function|test|pr|pull request|component|module|endpoint|migration|change|script|branch|message)",
  "(?:we|i) (?:only|don't|do not|want|like|expect|require) (?!know|think|see|understand|care|to|you)\\p{L}+",
  "must (?:always |never )?be|has to be|have to be",
  "ab jetzt|ab sofort|immer|nie|niemals|künftig|grundsätzlich|von nun an|nur noch|ausschließlich|auf keinen fall",
  "jedes mal|verboten|pflicht|keine? .{1,40} mehr|bitte (?:nur|keine?)",
  "siempre|nunca|jamás|a partir de ahora|de ahora en adelante|desde ahora|solo se|solamente|cada vez|prohibido",
  "prefiero|hay que|obligatori[oa]|sin excepción|no usamos",
  "toujours|jamais|désormais|dorénavant|à partir de maintenant|uniquement|seulement|chaque fois|interdit",
  "je préfère|il faut|obligatoire|sans exception",
);
