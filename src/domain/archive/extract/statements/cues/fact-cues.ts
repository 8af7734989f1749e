import type { Statement } from "../../../../../store/archive/exchange.js";
import { malfunction } from "./trap-cues.js";
import { wordPattern } from "./word-pattern.js";

const owning = wordPattern(
  "owns|maintains|belongs to|looks after|is owned by|(?:is|are) (?:responsible|in charge|the owners?|the maintainers?|the contact)",
  "gehört|wartet|verantwortet|ist (?:zuständig|verantwortlich)",
  "pertenece a|mantiene|es (?:responsable|el dueño|la dueña)",
  "appartient à|maintient|s'occupe de|est responsable",
);
/** A name or a team is the subject, not a pronoun or a part of the code. */
const owner = /^(?:[\p{L}&.'-]+\s){1,6}?$/u;
/** "Ayodele runs that server": a person is the subject. */
const runner = /^[A-Z]\p{Ll}+(?: from \p{L}+)? (?:runs|manages|administers|handles|knows|has the|betreut|lleva|gère) /u;

/** Words that name a limit or an address; what stands next to them is a value. */
const measures =
  "(?:capped|expires?|interval|ttl|every|size|length|weight|mass|budget|ports?|limits?|limited to|max|maximum|at most|at least|up to|no more than|not (?:bigger|larger|more|longer|higher) (?:than|as)|within|minimum|deadline|timeout|baud|fps|ticks?|rate|quota|threshold|retention|cidr|subnet|region|bucket|endpoint|hostname|resolution|quality|time ?zone|höchstens|maximal|mindestens|grenze|frist|dauert|máximo|mínimo|límite|plazo|puerto|limite|délai|seuil)";
/** Units: "30 seconds", "96 kbit/s", "20 messages a second". */
const units =
  "(?:hz|khz|mhz|mp|megapixels?|mb|gb|kb|tb|ms|px|dpi|rpm|bpm|kg|km|cm|mm|kbit/s|mbit/s|°c?|degrees?|percent|%|per|seconds?|minutes?|hours?|days?|weeks?|months?|years?|\\p{L}+ (?:a|per) (?:second|minute|hour|day|week|month|request|user)|january|february|march|april|june|july|august|september|october|november|december|sekunden?|minuten?|stunden?|tage?n?|wochen?|zeichen|grad|segundos?|minutos?|horas?|días?|semanas?|caracteres|grados|secondes?|heures?|jours?|semaines?|caractères|degrés)";
const value =
  "[-−]?(?:\\d[\\d.,:/ ]*\\d|\\d|one|two|three|four|five|six|seven|eight|nine|ten|twelve)(?:\\s?(?:k|mp|mb|gb|kb|ms|s|h|%))?";
const limited = wordPattern(
  `${measures}(?:\\s\\S+){0,6}?[\\s:=]+${value}`,
  `${value}(?:\\s\\S+){0,3}?[\\s-]*${measures}`,
);
const measured = wordPattern(`${value}[\\s-]?${units}`);
/** A time of day, an address, a name with digits or dashes as a location. */
const located =
  /(?<!\p{L})(?:at|um|a las|à)\s\d{1,2}[:h]\d\d|(?<!\p{L})(?:is|are|lives?|runs?|listens?|kept|stored|liegt|liegen|está|están|se trouve)\s(?:in|at|on|under|auf|en|sur|dans)\s(?:the\s)?(?:\w+\s)?(?:\w+[-./:][\w./:-]+|\w*\d\w*)/iu;
/** A finite verb that says how things are; an order or a fragment has none. */
const states = wordPattern(
  "is|are|has|have|had|lets|allows|takes|needs|holds|fits|lasts|expires?|defaults?|listens?|runs?|lives?|ends?|starts?|happens?|reaches|accepts|sends|keeps|stays|costs|weighs|must|may|can",
  "ist|sind|hat|haben|läuft|liegt|gilt|dauert|endet|darf|muss|es|son|tiene|está|están|dura|vence|caduca|puede|est|sont|a|ont|dure|expire|peut",
);

/** Numbers that only refer to something: "task 6.2", "section 3", "7.3 Inventory", "rule #3". */
const reference =
  /^\d+(?:\.\d+)*[.)]?\s|#\d+|(?<!\p{L})(?:tasks?|sections?|steps?|phases?|points?|items?|chapters?|issues?|pr|rules?|lines?|versions?|v)\s?#?\d+(?:\.\d+)*/giu;

/** Asks to keep it in mind. */
export const remember = wordPattern(
  "remember|keep in mind|for the record|fyi|good to know",
  "merk dir|denk daran|nicht vergessen|recuerda|acuérdate|no olvides|souviens-toi|rappelle-toi|n'oublie pas",
);

/** What is seen at this moment. */
const observed = wordPattern(
  "i (?:only )?(?:want|need|would like)|i'd like|(?:i|we) (?:get|got|have|see|saw|tried|ran|waited|notice|can)|i'm|i am|it (?:took|takes)|for me|after (?:about )?\\d+ \\p{L}+ (?:it|i|we|they)|ago|already|currently|just|seems?|looks|there (?:is|are|has|have)|git repo",
);

function isOwned(sentence: string): boolean {
  const subject = sentence.slice(0, owning.exec(sentence)?.index ?? 0);
  return (
    owner.test(subject) && !/^(?:it|this|that|which|they|he|she)\s|\b(?:node|class|method|function)\s/i.test(subject)
  );
}

/** A value, an address, an owner, or what a person asks to keep in mind. */
export function isFact(sentence: string, by: Statement["by"]): boolean {
  if (malfunction.test(sentence) || observed.test(sentence) || /^(?:if|when|because|since)\s/i.test(sentence))
    return false;
  if (isOwned(sentence) || runner.test(sentence)) return true;
  const plain = sentence.replace(reference, " ");
  const isShort = plain.split(/\s+/).length <= 6;
  return (
    (limited.test(plain) && (by === "person" || isShort || states.test(plain))) ||
    (measured.test(plain) && (by === "person" || isShort)) ||
    located.test(plain) ||
    (remember.test(sentence) && sentence.split(/\s+/).length > 4)
  );
}
