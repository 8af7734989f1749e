import { contentWords } from "./content-words.js";
import { wordPattern } from "./word-pattern.js";

const article = "(?:(?:the|an?|our|der|die|das|den|dem|el|la|los|las|le|les|l'|un|une|de|von)\\s+)*";
const term = "([\\p{L}\\p{N}][\\p{L}\\p{N}._+#-]*(?:\\s[\\p{L}\\p{N}][\\p{L}\\p{N}._+#-]*)?)";

/** What follows one of these is abandoned. */
const before = new RegExp(
  `(?<!\\p{L})(?:instead of|rather than|in place of|takes? the place of|supersed(?:es|ing|ed)(?! by)|replac(?:es|ing|e|ed)|drop(?:ped|ping)?|forget|leave|abandon|remove|ditch|scrap|kill|retire|no more|done with|(?:get|got|getting) rid of|(?:good)?bye(?: bye)?(?: to)?|(?:throw|threw|thrown)(?: \\p{L}+)? (?:out|away)|(?:switch|move|change|migrate|go|went)\\p{L}* (?:away |off )?from|away from|off of|statt|anstatt|anstelle(?: von)?|ersetzt|weg von|raus mit|verwerfen|en vez de|en lugar de|dejamos(?: de usar)?|abandonamos|quitamos|descartamos|adiós a|sustituye a|reemplaza a|au lieu de|plutôt que|remplace|abandonne|quitte|laisse tomber|exit|adieu|fini|refuse)\\s+${article}${term}`,
  "giu",
);
/** "MDX, not Markdoc". */
const contrasted = new RegExp(
  `(?:[,;]|\\s(?:and|but|und|y|et))\\s(?:not|never|nicht|nie|nunca|jamais|pas)\\s+(?:(?:as|in|on|with|by|als|con|en)\\s+)?${article}${term}`,
  "giu",
);
/** What precedes one of these is abandoned. */
const after = new RegExp(
  `${term}\\s+(?:alone\\s+)?(?:(?:is|are|has been|was|ist|est|es)\\s+(?:\\S+\\s+){0,2}?(?:out|gone|over|dead|history|no longer|too|zu|trop|off the table|done for|finished|retired|raus|weg|vom tisch|passé|geschichte|abgelöst|fuera|descartad\\S+|muerto|abandonn\\S+|écarté\\S*|mort|unmaintained|banned|obsolete|deprecated|superseded)|(?:goes|went|has to go|gets thrown) (?:away|out)|we (?:throw|threw|drop|dropped)|has to go|removed|fliegt (?:raus|weg)|fällt weg|entfällt|kommt (?:weg|raus)|hat ausgedient|se (?:va|retira|cae|elimina)|ya no|desaparece|no (?:tira|aguanta|da|sirve|escala)|dégage|disparaît|saute|n'est plus|ne (?:tient|suffit|convient|passe) (?:pas|plus)|(?:nos|uns)\\s+\\S+\\s+(?:pesado|zu)|nous\\s)`,
  "giu",
);
/** "Turn the old feed off": what stands between is abandoned. */
const between = new RegExp(
  `(?<!\\p{L})(?:throw|take|rip|kick|turn|switch|cut|phase|pull)(?:s|ing)?\\s+${article}${term}\\s+(?:out|off|away)(?!\\p{L})`,
  "giu",
);
/** "We're moving the recipes from SQLite to Postgres". */
const moved = new RegExp(
  `(?<!\\p{L})(?:mov|switch|migrat|chang|convert)(?:e|es|ed|ing)?(?:\\s\\S+){0,4}\\s(?:away\\s|over\\s)?from\\s+${article}${term}(?=\\s+(?:on)?to\\s)`,
  "giu",
);
/** "actix out, axum in". */
const swapped = new RegExp(`^${article}${term}\\s+(?:out|raus|fuera|dehors),`, "giu");
/** Chinese and Japanese: a Latin name, or what is written without particles. */
const easternTerm = "([A-Za-z][\\w.+#-]*(?:\\s[A-Za-z][\\w.+#-]*)?|[\\p{Script=Han}\\p{Script=Katakana}ー]{2,8})";
const eastern = [
  `${easternTerm}\\s*就?(?:不要了|不用了|不再用|作废|停用|弃用|(?:已经?)?(?:换掉|去掉|删掉|删除|砍掉|下线))`,
  `(?:不用|不再用|放弃|弃用|去掉|砍掉|删掉|换掉|告别|代替|取代)\\s*${easternTerm}`,
  `[从把]\\s*${easternTerm}\\s*(?:换|改|迁|切)`,
  `${easternTerm}\\s*[はを]\\s*(?:やめ|止め|廃止|使わな|使いませ|捨て|外し|撤去)`,
  `${easternTerm}\\s*(?:の代わりに|ではなく|じゃなく|から[^。、]{1,20}[にへ]\\s*(?:切り替|変更|移行|乗り換))`,
].map((pattern) => new RegExp(pattern, "giu"));
/** "The MLLP listener is removed": what it was for is gone with it. */
const removedPart =
  /(?<![\p{L}\p{N}])([\p{Lu}\d][\p{L}\p{N}.+#-]+) (?:listener|writer|reader|client|sender|adapter|driver|connector|backend|library|dependency|integration|cache|queue|store|port|exporter|importer|container) (?:is|was|has been|gets?) (?:removed|withdrawn|gone|deleted|dropped|out|retired)/gu;
const functionWord =
  /^(?:with|from|by|for|to|in|on|at|of|and|or|but|we|because|since|now|it|is|are|that|this|everywhere|par|pour|con|por|mit|durch|für|und|wir|nur|over|so|as|per|too|must|when|if|was|will|has|completely|entirely|please|direkt|done|any|anymore|more|longer|mehr|más|plus)$/iu;

/** Terms that a sentence says are abandoned. A word that only joins sentences ends a term. */
export function droppedTerms(sentence: string): string[] {
  const following = [before, contrasted, between, moved, swapped]
    .flatMap((pattern) => [...sentence.matchAll(pattern)])
    .map(([, words = ""]) => firstTerm(words));
  const preceding = [...sentence.matchAll(after)].map(([, words = ""]) => lastTerm(words));
  const whole = [removedPart, ...eastern]
    .flatMap((pattern) => [...sentence.matchAll(pattern)])
    .map(([, one = ""]) => one);
  return [...new Set([...following, ...preceding, ...whole].map((one) => one.toLowerCase()))].filter(
    (one) => one.length > 1,
  );
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

/** Speaks against what the sentence begins with. */
const verdict = wordPattern(
  "not?|never|\\p{L}+n't|doesnt|cannot|too|slow\\p{L}*|expensive|costs?|broken?|breaks|fails?|dies?|loses|stutters|blocked|suspended|froze|frozen|gpl|wants money|down|flaky|unmaintained|refuses?|locks|chokes|crashe[sd]|leaks|went",
  "nicht|kein\\p{L}*|zu|kostet|teuer|langsam|gesperrt|hängt|stürzt|bricht|furchtbar\\p{L}*",
  "no|demasiad\\p{L}+|cuesta|cobra|car[oa]|lent[oa]|falla|pierde|bloque\\p{L}+|pas|plus|trop|cher|bloqué\\p{L}*|plante|perd",
);
/** Chooses something else. */
export const choice = wordPattern(
  "use|take|took|switch\\p{L}*|mov(?:e|es|ed|ing)|(?:go|going|went) with|chang(?:e|ed) to|we're on|we are (?:now )?(?:on|with)|it is|instead|from now on",
  "nehmen|nimm|wechseln|umgestiegen|steigen|nutzen|stattdessen|künftig|ab sofort|usamos|pasamos|cambiamos|vamos con|ahora",
  "passe|passons|prend|prenons|utilise|utilisons|maintenant|désormais",
);
/** Every project speaks of these: a word against one of them abandons nothing. */
const general = new Set(
  `test tests build builds code file files page pages server api database data table list app function branch commit error
  log logs user users customer project team deploy release version script thing account connection request time
  datei seite tabelle liste kunde fichero página tabla lista cliente fichier table liste client`.split(/\s+/),
);
/** What was used until now is replaced. */
const change = wordPattern(
  "mov(?:e|es|ed|ing)(?: \\p{L}+)? to|switch(?:ed|ing)?(?: \\p{L}+)? to|(?:go|going|went) with|(?:we're|we are) (?:now )?(?:on|with)|chang(?:e|ed) to|come round to|instead|from now on|as of (?:today|now)",
  "wechseln|umgestiegen|steigen (?:auf|um)|nehmen wir|stattdessen|ab (?:sofort|jetzt)|pasamos|cambiamos|nos pasamos|vamos con|ahora usamos|(?:on|nous) pass(?:e|ons)|désormais|à la place",
);
const maxSubjectWords = 3;
const word = /[\p{L}\p{N}][\p{L}\p{N}._+#-]*(?<![.])/gu;

/** "CGAL is GPL, legal says no. Use Manifold": what a person speaks against and then chooses something else for. */
export function rejectedTerms(sentence: string, next: string): string[] {
  const against = verdict.exec(sentence);
  if (!against || against.index === 0) return replacedSubject(sentence, next);
  const rest = `${sentence.slice(against.index)} ${next}`;
  if (!choice.test(rest)) return [];
  const subject = (sentence.slice(0, against.index).toLowerCase().match(word) ?? []).filter(
    (one) => contentWords(one).size > 0,
  );
  if (subject.length > maxSubjectWords) return replacedSubject(sentence, next);
  return subject.filter((one) => one.length > 2 && !general.has(one) && !rest.toLowerCase().includes(one));
}

/** "Mailgun has put us on a list. We moved to Postmark": a complaint in any words, before what replaces its subject. */
function replacedSubject(sentence: string, next: string): string[] {
  if (!change.test(next) || change.test(sentence)) return [];
  const subject = (sentence.match(word) ?? []).slice(0, maxSubjectWords).map((one) => one.toLowerCase());
  // Up to the first word that only joins: a verb after it is no name.
  const names = subject.slice(isArticle.test(subject[0] ?? "") ? 1 : 0);
  const end = names.findIndex((one) => contentWords(one).size === 0);
  return (end < 0 ? names.slice(0, 1) : names.slice(0, end)).filter(
    (one) => one.length > 2 && !general.has(one) && !next.toLowerCase().includes(one),
  );
}

const isArticle = /^(?:the|our|my|der|die|das|el|la|los|las|le|les)$/;
