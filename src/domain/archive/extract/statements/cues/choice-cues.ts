import { wordPattern } from "./word-pattern.js";

const giveUp = "(?:replaced?|drop(?:ped)?|leave|left|abandon(?:ed)?|remove|ditch(?:ed)?|scrap(?:ped)?|retired?)";

/** A choice. */
export const choice = wordPattern(
  "decided|agreed|settled on|decision(?: (?:is|was|to)|:)|(?:is|are) final|chose|opted for|picked .{1,60} over|the choice is|(?:is|are|was|were) (?:the choice|our choice|cho+sen|selected)|made (?:that|this|the) decision|goes away|go away",
  "(?:we|let's|we'll|i'd|i) (?:\\p{L}+ )?(?:go|going|went|stick|stay|staying|stuck) with",
  "instead of|rather than|in place of|no longer|no more|not .{1,40} any (?:more|longer)|not .{1,40} anymore|won over|beats|wins over",
  "(?:is|are) (?:out|gone|history|dead|done for)|\\p{L}+ (?:is )?out, \\p{L}+ (?:is )?in",
  `replaces|replaced (?:by|with)|(?:we|we've|we have|let's|i|team) (?:now |just )?${giveUp}|(?:was|were|been|is|are) ${giveUp}`,
  "(?:we|let's|i|we'll|we've)(?: now| have| \\p{L}+)? (?:switch|switched|move|moved|change|changed|migrate|migrated|go|went) (?:\\p{L}+ )?(?:from .{1,60} )?(?:back )?to",
  "(?:we|let's|i) (?:take|use|pick|keep|send|store|do|make|write|run) .{1,80} (?:instead|now)",
  "(?:moved|switched|migrated|swapped|changed)(?: \\p{L}+)? (?:over |back )?(?:to|from .{1,60} to)",
  "changed our minds?|company standard|goes to .{1,60} instead|only, .{1,80} banned|sticking (?:to|with)",
  "(?:we|we'll|we will|we're|let's) (?:use|using|keep|keeping|take|taking|store|storing|adopt|adopting|standardi[sz]e on|stay on|build on)",
  "entschieden|beschlossen|vereinbart|festgelegt|statt|stattdessen|anstelle|ersetzt|umgestiegen auf|ist raus|fliegt raus|nicht mehr",
  "wir (?:nehmen|verwenden|nutzen|wechseln|steigen|behalten|bleiben bei|setzen auf|machen|speichern|lassen|gehen)",
  "bleibt es bei",
  "hemos decidido|decidimos|acordamos|elegimos|en vez de|en lugar de|cambiamos a|nos quedamos con",
  "usaremos|usamos|vamos con|pasamos a|ya no usamos|sustituye|optamos por|queda descartad[oa]",
  "décidé|convenu|choisi|au lieu de|plutôt que|remplace|on passe à|abandonné|on garde|on part sur|on utilise",
  "on prend|on bascule|n'utilise plus|on n'utilise|c'est fini|nous utilisons",
);

/** The choice and what was not chosen: "MDX, not Markdoc". */
const contrasted =
  /[\p{L}\p{N}"')`]\s?[,;]\s?(?:not|nicht|no|pas)\s(?:the |an? |per |by |in |with |de |la |le )?[\p{L}\p{N}@][\p{L}\p{N}@._-]*(?=$|[\s.,;!])/iu;
/** Explains what something is: "This is a folder, not a file". */
const explained = /^(?:\*?note\b|this|that|it|it's|these|those|there|because|since|but|if|when)(?![\p{L}])/iu;
const maxContrastWords = 16;

export const isContrast = (sentence: string): boolean =>
  contrasted.test(sentence) &&
  !/, no need /i.test(sentence) &&
  !explained.test(sentence) &&
  sentence.split(/\s+/).length <= maxContrastWords;

/** "Postgres it is." */
export const itIs = /^(?:\S+\s+){1,6}it is(?:[.,;!]|$)/i;

/** How it is from this session on: "Amounts are BigDecimal now". */
export const nowIs = /(?:^|\s)(?:is|are|lives?|uses?|goes|runs?)\s.{1,60}\snow(?:[.,;!]|$)/i;

/** How things are done, with a proper name: "Data is validated with Malli", "Login runs over Keycloak". */
const isDoneWithName =
  /^(?![Bb]ecause|[Ss]ince|[Ii]f|[Ww]hen)(?:.*\p{L})?\s(?:is|are|gets?|runs?|goes|go|happens?|comes?|läuft|laufen|wird|werden|va|van|se hace|passe|passent|se fait)\s(?:\p{L}+(?:ed|en|t|d|do|é|ée)\s)?(?:with|via|through|over|on|by|mit|über|per|auf|con|por|avec|par)\s(?:the\s|our\s|den\s|el\s|la\s|le\s)?[A-Z][\p{L}\p{N}.-]+/u;

/** "Events go through an outbox table." */
const goesThrough =
  /^(?:[\p{L}-]+\s){1,6}(?:go|goes|run|runs|pass|passes) (?:only )?(?:through|via|over) (?:an?|the|our) \p{L}+/iu;

export const isDoneWith = (sentence: string): boolean => isDoneWithName.test(sentence) || goesThrough.test(sentence);

/** An agent repeats a choice without a verb: "Broadway for the message pipeline." */
export const shortChoice =
  /^(?!Thanks|Sorry|Ready|Note|Support|Same|Good|Great|Simple|Here|Time)\p{Lu}[\p{L}\p{N}.+#-]*(?: [\p{L}\p{N}.+#-]+){0,3} (?:for|as) (?:the|all|our) \p{L}+(?: \p{L}+)?\.$/u;

/** One short sentence that decides the sentence before it. */
export const confirmation =
  /^(?:(?:that's|that is|this is|it's|c'est|das ist|eso es)\s)?(?:final|decided|settled|agreed|fixed|non-negotiable|beschlossen|entschieden|decidido|décidé)(?:[.,!]|$)/iu;
