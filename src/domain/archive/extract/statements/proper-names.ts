import { contentWords } from "./content-words.js";
import { wordPattern } from "./word-pattern.js";

/** It was different before. */
export const announcesChange = wordPattern(
  "now|instead|from now on|henceforth|from here on|as of|no longer|any ?more|replaces?|takes the place of",
  "jetzt|nun|ab sofort|künftig|stattdessen|ahora|desde ahora|maintenant|désormais|dorénavant",
);

/** Why what was chosen before is out. */
export const givesReason = wordPattern(
  "instead|henceforth|no longer|any ?more|supersed\\p{L}+|replac\\p{L}+|suspend\\p{L}+|froze|discontinued|unmaintained|banned",
  "(?:doesn't|doesnt|didn't|can't|won't|does not|cannot) \\p{L}+|too \\p{L}+|(?:is|are|was) (?:out|gone|dead|down|dropped)|dropped|abandoned",
  "statt|ersetzt|zu \\p{L}+|en vez de|demasiado|au lieu de|trop",
);

/** What was said before was wrong. */
export const corrects = wordPattern(
  "correction|actually|sorry|my mistake|my bad|i (?:meant|was wrong|misspoke|mistyped)|scratch that|not true|that(?:'s| is|was) wrong|wrong(?:ly)?|no longer|changed",
  "korrektur|doch nicht|falsch|verzeihung|ich meinte|stimmt nicht|perdón|en realidad|me equivoqué|corrijo|rectifico|pardon|en fait|je me suis trompée?|rectification|c'est faux",
);

/** Words written like names: a capital inside a sentence or a word, digits and hyphens among letters. */
const nameLike =
  /(?<=[\p{L}\p{N},;:)]\s)\p{Lu}[\p{L}\p{N}]*|\p{L}+\p{Ll}\p{Lu}[\p{L}\p{N}]*|\p{Lu}{2,}[\p{L}\p{N}]*|\p{L}+-\p{L}*\p{Lu}[\p{L}]*/gu;
/** Any first word may be a name: "Klarna is the provider now". */
const firstWord = /^\p{Lu}[\p{L}\p{N}]*/u;
const pronoun =
  /^(?:We|It|The|This|That|They|I|You|Our|My|Let|All|No|Not|Each|Every|A|An|In|On|For|From|And|So|But|Wir|Die|Der|Das|El|La|Los|Le|Les|On|Nous)$/;

/** The content words of a sentence that are names of products, people and places. */
export function properNames(text: string): ReadonlySet<string> {
  const first = firstWord.exec(text)?.[0] ?? "";
  const names = text.match(nameLike) ?? [];
  // Where nothing else looks like a name, the first word may be one.
  const all = names.length === 0 && !pronoun.test(first) ? [first] : names;
  return contentWords(all.join(" "));
}
