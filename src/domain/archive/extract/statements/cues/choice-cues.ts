import { wordPattern } from "./word-pattern.js";

/** A choice. */
export const choice = wordPattern(
  "decided|agreed|settled|decision|final|we chose|we opted|we picked|picked .{1,60} over|chose|the choice is",
  "(?:we|let's|we'll|i'd|i|you) (?:\\p{L}+ )?(?:go|going|went|stick|stay|staying|stuck) with",
  "instead of|rather than|in place of|in favou?r of|no longer|no more|is out|are out|is gone|won over|beats|wins over",
  "replaces?|replaced (?:by|with)|(?:we|let's|i) (?:replace|drop|leave|abandon|remove|ditch)|drop|dropped",
  "(?:we|let's|i|we'll)(?: now| have| \\p{L}+)? (?:switch|switched|move|moved|change|changed|migrate|migrated|go|went) (?:\\p{L}+ )?(?:from .{1,60} )?(?:back )?to",
  "(?:we|let's|i) (?:take|use|pick|keep) .{1,80} (?:instead|now)",
  "changed our minds?|company standard|goes to .{1,60} instead|only, .{1,80} banned",
  "(?:we|we'll|we will|we're|let's) (?:use|using|keep|keeping|take|taking|store|storing|adopt|adopting|standardi[sz]e on|stay on|build on)",
  "swapped|moved to|switched to|migrated to|scrapped?|retired|ditched|sticking (?:to|with)",
  "entschieden|beschlossen|vereinbart|statt|stattdessen|anstelle|ersetzt|umgestiegen auf|ist raus|fliegt raus",
  "wir (?:nehmen|verwenden|nutzen|wechseln|steigen|behalten|bleiben bei|setzen auf|machen|speichern|lassen|gehen)",
  "bleibt es bei",
  "hemos decidido|decidimos|acordamos|elegimos|en vez de|en lugar de|cambiamos a|nos quedamos con",
  "usaremos|usamos|vamos con|pasamos a|ya no usamos|sustituye|optamos por|queda descartad[oa]",
  "décidé|convenu|choisi|au lieu de|plutôt que|remplace|on passe à|abandonné|on garde|on part sur|on utilise",
  "on prend|on bascule|n'utilise plus|on n'utilise|c'est fini|nous utilisons",
);

/** The choice and what was not chosen: "MDX, not Markdoc". */
export const contrast =
  /[\p{L}\p{N}"')`]\s?[,;]\s?(?:not|nicht|no|pas)\s(?:the |an? |per |by |in |with |de |la |le )?[\p{L}\p{N}@][\p{L}\p{N}@._-]*(?=$|[\s.,;!])/iu;

/** "Postgres it is." */
export const itIs = /^(?:\S+\s+){1,6}it is(?:[.,;!]|$)/i;

/** How it is from this session on: "Amounts are BigDecimal now". */
export const nowIs = /(?:^|\s)(?:is|are|lives?|uses?|goes|runs?)\s.{1,60}\snow(?:[.,;!]|$)/i;

/** One short sentence that decides the sentence before it. */
export const confirmation =
  /^(?:(?:that's|that is|this is|it's|c'est|das ist|eso es)\s)?(?:final|decided|settled|agreed|fixed|beschlossen|entschieden|decidido|décidé)(?:[.,!]|$)/iu;
