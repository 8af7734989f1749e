import { malfunction } from "./trap-cues.js";
import { wordPattern } from "./word-pattern.js";

const owners = wordPattern(
  "owns|maintains|belongs to|looks after|is owned by|(?:is|are) (?:responsible|in charge|the owners?|the maintainers?|the contact)",
  "gehört|wartet|verantwortet|ist (?:zuständig|verantwortlich)",
  "pertenece a|mantiene|es (?:responsable|el dueño|la dueña)",
  "appartient à|maintient|s'occupe de|est responsable",
);
const measures =
  "(?:capped|expires?|interval|ttl|per|every|size|length|weight|budget|ports?|limits?|max|maximum|at most|at least|up to|minimum|deadline|timeout|baud|hz|khz|mhz|fps|ticks?|rate|quota|budget|threshold|retention|cidr|subnet|region|bucket|endpoint|hostname|url|version|resolution|quality|time ?zone|mp|megapixels?|mb|gb|kb|tb|ms|px|percent|rows?|items?|characters?|chars|photos?|files?|requests?|users?|seconds?|minutes?|hours?|days?|weeks?|months?|years?|january|february|march|april|may|june|july|august|september|october|november|december|höchstens|maximal|mindestens|grenze|frist|sekunden?|minuten?|stunden?|tage?n?|wochen?|zeichen|dauert|máximo|mínimo|límite|plazo|puerto|segundos?|minutos?|horas?|días?|semanas?|fotos?|caracteres|limite|délai|secondes?|minutes|heures?|jours?|semaines?|caractères)";
const value =
  "(?:\\d[\\d.,:/ ]*\\d|\\d|one|two|three|four|five|six|seven|eight|nine|ten|twelve)(?:\\s?(?:k|m|g|mp|mb|gb|kb|ms|s|h|%))?";
const measured = wordPattern(
  `${measures}(?:\\s\\S+){0,6}?[\\s:=]+${value}`,
  `${value}(?:\\s\\S+){0,3}?[\\s-]*${measures}`,
);
/** A time of day, an address, a name with digits or dashes as a location. */
const located =
  /(?<!\p{L})(?:at|um|a las|à)\s\d{1,2}[:h]\d\d|\d+\.\d+\.\d+\.\d+|(?<!\p{L})(?:is|are|lives?|runs?|listens?|kept|stored|liegt|liegen|está|están|se trouve)\s(?:in|at|on|under|auf|en|sur|dans)\s(?:the\s)?(?:\w+\s)?(?:\w+[-./:][\w./:-]+|\w*\d\w*)/iu;
const decimalValue = /(?<![\w.])\d+\.\d+(?![\w.])/;

/** Asks to keep it in mind. */
export const remember = wordPattern(
  "remember|keep in mind|don't forget|for the record|fyi",
  "merk dir|denk daran|nicht vergessen|recuerda|acuérdate|no olvides|souviens-toi|rappelle-toi|n'oublie pas",
);

/** What is seen at this moment. */
const observed = wordPattern("(?:i|we) (?:get|got|have|see|saw|tried|ran|waited)|i'm|i am|it (?:took|takes)|for me");

export function isFact(sentence: string): boolean {
  if (malfunction.test(sentence) || observed.test(sentence)) return false;
  return (
    owners.test(sentence) ||
    measured.test(sentence) ||
    located.test(sentence) ||
    decimalValue.test(sentence) ||
    (remember.test(sentence) && sentence.split(/\s+/).length > 4)
  );
}
