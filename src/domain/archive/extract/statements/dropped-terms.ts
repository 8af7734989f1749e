const article = "(?:(?:the|an?|our|der|die|das|den|dem|el|la|los|las|le|les|l'|un|une|de|von)\\s+)*";
const term = "([\\p{L}\\p{N}][\\p{L}\\p{N}._+#-]*(?:\\s[\\p{L}\\p{N}][\\p{L}\\p{N}._+#-]*)?)";

/** What follows one of these is abandoned. */
const before = new RegExp(
  `(?<!\\p{L})(?:instead of|rather than|in place of|takes? the place of|supersed(?:es|ing|ed)(?! by)|replac(?:es|ing|e|ed)|drop(?:ped|ping)?|forget|leave|abandon|remove|ditch|(?:switch|move|change|migrate|go)\\p{L}* from|statt|anstatt|anstelle(?: von)?|ersetzt|en vez de|en lugar de|au lieu de|plutôt que|remplace)\\s+${article}${term}`,
  "giu",
);
/** "MDX, not Markdoc". */
const contrasted = new RegExp(
  `(?:[,;]|\\s(?:and|but|und|y|et))\\s(?:not|never|nicht|nie|nunca|jamais|pas)\\s+(?:(?:as|in|on|with|by|als|con|en)\\s+)?${article}${term}`,
  "giu",
);
/** What precedes one of these is abandoned. */
const after = new RegExp(
  `${term}\\s+(?:alone\\s+)?(?:(?:is|are|has been|was|ist|est|es)\\s+(?:\\S+\\s+){0,2}?(?:out|gone|no longer|too|zu|trop|abandonn\\S+|unmaintained|banned|obsolete|deprecated|superseded)|removed|(?:nos|uns)\\s+\\S+\\s+(?:pesado|zu)|nous\\s)`,
  "giu",
);
const functionWord =
  /^(?:with|by|for|to|in|on|at|of|and|or|but|we|because|since|now|it|is|are|that|this|everywhere|par|pour|con|por|mit|durch|für|und|wir|nur|over|so|as|per|too|must|when|if|was|will|has|completely|entirely|please|direkt|done|any|anymore|more|longer|mehr|más|plus)$/iu;

/** Terms that a sentence says are abandoned. A word that only joins sentences ends a term. */
export function droppedTerms(sentence: string): string[] {
  const following = [...sentence.matchAll(before), ...sentence.matchAll(contrasted)].map(([, words = ""]) =>
    firstTerm(words),
  );
  const preceding = [...sentence.matchAll(after)].map(([, words = ""]) => lastTerm(words));
  return [...new Set([...following, ...preceding].map((one) => one.toLowerCase()))].filter((one) => one.length > 1);
}

const firstTerm = (words: string): string => {
  const [first = "", second = ""] = trimmed(words).split(/\s+/);
  if (functionWord.test(first)) return "";
  return second === "" || functionWord.test(second) ? first : `${first} ${second}`;
};

const lastTerm = (words: string): string => {
  const parts = trimmed(words).split(/\s+/);
  const last = parts.at(-1) ?? "";
  return functionWord.test(last) || /^(?:the|a|an)$/i.test(last) ? "" : last;
};

const trimmed = (words: string) => words.replace(/[.,;:]+$/, "").trim();
