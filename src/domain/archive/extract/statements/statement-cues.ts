import type { StatementKind } from "../../../../store/archive/exchange.js";
import { wordPattern } from "./word-pattern.js";

// Words by which people and agents state something that later sessions should know: English, German, Spanish, French.

/** Something valid only under a condition that does not hold, or not sure. */
export const hypothetical = wordPattern(
  ...["what if", "would", "could", "might", "maybe", "perhaps", "suppose", "imagine", "one day", "some day"],
  "if (?:we|i|one|you|they|this|it|that) (?:ever |really |only )?(?:had|were|used|wanted|needed|went|took|did|moved|chose)",
  ...["in case we", "were we to", "an alternative", "theoretically", "hypothetically", "in theory"],
  ...["wäre", "wären", "würde", "würden", "hätte", "hätten", "könnte", "könnten", "vielleicht", "nähme", "theoretisch"],
  ...[
    "sería",
    "serían",
    "podría",
    "podríamos",
    "quizás?",
    "tal vez",
    "si (?:\\p{L}+)(?:áramos|éramos|iéramos|ase|ara)",
  ],
  ...["serait", "seraient", "pourrait", "pourrions", "peut-être", "si (?:on|nous) (?:\\p{L}+)(?:ait|ions)"],
);

const lookVerb =
  "(?:use|call|read|look|open|check|list|inspect|search|grep|glob|run|see|examine|fetch|find|start|begin|explore|review|view|try|scan|take a look|have a look|verify|investigate|locate)";

/** What an agent is about to do with its tools. */
export const toolPlan = wordPattern(
  `(?:i|we)(?:'ll| will|'d better| should| shall| must| need to| have to|'m going to| am going to| want to| can| am| are)? (?:(?:first|now|then|next|also|just|start by|begin by) )*${lookVerb}(?:ing)?`,
  `(?:let me|let's|first|now|next),? (?:i(?:'ll| will)? |first |quickly |also |let me )*${lookVerb}`,
  "(?:using|use|with|call|run) (?:the )?\\S+ tool",
  `(?:use|using) \\S+ to (?:${lookVerb.slice(3, -1)})`,
  "look at the",
  "ich (?:lese|schaue|sehe|prüfe|suche|öffne|starte|werde|führe)",
  "(?:voy|vamos) a (?:leer|usar|mirar|ver|revisar|buscar|abrir|ejecutar|comprobar)",
  "(?:je vais|on va|regardons|voyons)",
);

/** An order for this moment: it says nothing about later ones. */
export const instruction =
  /^(?:(?:please|now|then|and|also|ok(?:ay)?|so|bitte|por favor|s'il te pla[iî]t)[, ]+)*(?:run|rerun|execute|open|check|look|show|list|start|restart|stop|fix|repair|add|make|write|create|read|try|install|commit|push|pull|merge|deploy|test|build|update|upgrade|rename|remove|delete|help|tell|explain|find|search|implement|refactor|continue|go ahead|do it|give|send|print|clean|revert|undo|finish|let's (?:implement|start|begin|do|build|write|make|add|see)|we (?:build|make|write|do|implement)|führe|starte|zeige?|prüfe?|behebe?|ejecuta|abre|muestra|arregla|corrige|lance|ouvre|montre)(?![\p{L}:])/iu;

/** A rule that holds from now on. */
const standing = [
  ...["always", "never", "from now on", "from here on", "henceforth", "every time", "no exceptions", "as a rule"],
  ...["rule", "house style", "convention", "in future", "a must", "is (?:banned|forbidden|mandatory)"],
  "(?:in|for) this (?:project|repo|repository|code ?base|team) (?:we|i|please|use|never|always|only)",
  ...["ab jetzt", "ab sofort", "immer", "nie", "niemals", "künftig", "grundsätzlich", "von nun an"],
  ...["siempre", "nunca", "jamás", "a partir de ahora", "de ahora en adelante", "desde ahora"],
  ...["toujours", "jamais", "désormais", "dorénavant", "à partir de maintenant"],
  ...[
    "without exception",
    "by default we",
    "strictly",
    "exclusively",
    "prefer",
    "i insist",
    "make sure (?:to|that|every)",
  ],
  "(?:please )?(?:don't|do not|avoid|no) (?:ever )?(?:use|using|add|adding|write|writing|put|commit|touch|call|import|mix|push)",
  "(?:every|each) (?:commit|file|function|test|pr|pull request|component|module|endpoint|migration|change|script|branch|message)",
  "(?:we|i) (?:only|don't|do not|want|like|expect|require) (?!know|think|see|understand|care|to|you)\\p{L}+",
  ...[
    "only use",
    "use only",
    "must (?:always |never )?be",
    "has to be",
    "have to be",
    "is required",
    "not allowed",
    "stick to",
  ],
  ...[
    "nur noch",
    "ausschließlich",
    "auf keinen fall",
    "jedes mal",
    "verboten",
    "pflicht",
    "keine? .{1,40} mehr",
    "bitte (?:nur|keine?)",
  ],
  ...[
    "solo se",
    "solamente",
    "cada vez",
    "prohibido",
    "prefiero",
    "hay que",
    "obligatori[oa]",
    "sin excepción",
    "no usamos",
  ],
  ...["uniquement", "seulement", "chaque fois", "interdit", "je préfère", "il faut", "obligatoire", "sans exception"],
];

/** A choice that was made. */
const choices = [
  ...["decided", "agreed", "settled", "we chose", "we opted", "decision", "final"],
  "(?:we|let's|we'll|i'd|i|you) (?:\\p{L}+ )?(?:go|going|went|stick|stay|staying|stuck) with",
  ...["instead of", "rather than", "in place of", "in favou?r of", "no longer", "is out", "are out", "is gone"],
  ...[
    "replaces?",
    "replaced (?:by|with)",
    "(?:we|let's|i) (?:replace|drop|leave|abandon|remove|ditch)",
    "drop",
    "dropped",
  ],
  "(?:we|let's|i|we'll)(?: now| have| \\p{L}+)? (?:switch|switched|move|moved|change|changed|migrate|migrated|go|went) (?:\\p{L}+ )?(?:from .{1,60} )?(?:back )?to",
  "(?:we|let's|i) (?:take|use|pick|keep) .{1,80} (?:instead|now)",
  ...["changed our minds?", "company standard", "goes to .{1,60} instead", "only, .{1,80} banned"],
  "(?:we|we'll|we will|we're|let's) (?:use|using|keep|keeping|take|taking|store|storing|adopt|adopting|standardi[sz]e on|stay on|build on)",
  ...[
    "we picked",
    "picked .{1,60} over",
    "chose",
    "the choice is",
    "swapped",
    "moved to",
    "switched to",
    "migrated to",
  ],
  ...["scrapped?", "retired", "ditched", "no more", "won over", "beats", "wins over", "sticking (?:to|with)"],
  ...[
    "wir (?:setzen auf|machen|speichern|lassen|gehen)",
    "umgestiegen auf",
    "bleibt es bei",
    "ist raus",
    "fliegt raus",
  ],
  ...[
    "usaremos",
    "usamos",
    "vamos con",
    "pasamos a",
    "ya no usamos",
    "sustituye",
    "optamos por",
    "queda descartad[oa]",
  ],
  ...[
    "on part sur",
    "on utilise",
    "on prend",
    "on bascule",
    "n'utilise plus",
    "on n'utilise",
    "c'est fini",
    "nous utilisons",
  ],
  ...["entschieden", "beschlossen", "vereinbart", "statt", "stattdessen", "anstelle", "ersetzt", "wir bleiben bei"],
  "wir (?:nehmen|verwenden|nutzen|wechseln|steigen|behalten)",
  ...[
    "hemos decidido",
    "decidimos",
    "acordamos",
    "elegimos",
    "en vez de",
    "en lugar de",
    "cambiamos a",
    "nos quedamos con",
  ],
  ...["décidé", "convenu", "choisi", "au lieu de", "plutôt que", "remplace", "on passe à", "abandonné", "on garde"],
];

const failing =
  "(?:stalls?|loops?|silently|ignored?|corrupts?|flaky|leaks?|out of memory|oom|segfaults?|loses|overwrites|duplicates|never (?:returns?|starts?|finish(?:es)?|ends?|connects?)|blank|white|garbage|denied|only works?|works? only|hangs?|fails?|failed|crash(?:es)?|breaks?|blocks?|blocked|aborts?|times? out|timeouts?|deadlocks?|refuses?|dies|die|spins?|spinner|slower|stuck|freezes?|panics?|errors?|rejects?|wrong|strange(?:ly)?|black|empty|nothing works|not work|does ?n[o']t (?:start|flash|work|build|run|load|connect|compile|respond)|do not (?:start|work|build|run)|schl(?:ägt|agen) fehl|hängt|hängen|stürzt|bricht|scheitert|blockiert|falla|fallan|se (?:queda|cuelga|bloquea|rompe)|revienta|échoue|échouent|plante|bloque|bloqués?|bloquées?|restent|tombe)";
const conditions =
  "(?:unless|otherwise|or else|as long as|only (?:if|when|with|after)|if you forget|if .{1,60} (?:is|are) (?:off|on|running|older|newer|set|open|too)|when .{1,60} (?:is|are) (?:running|open|older|newer|too|off|on)|while|before|first|nur wenn|solange|erst|bevor|mientras|antes de|solo si|tant que|avant de|seulement si|quand .{1,60} pas|cuando .{1,60} no|without|until|except|or nothing|or it|if (?:.{1,40} )?(?:not|n't|no|missing)|when (?:.{1,60} )?(?:not|n't|less|more|no|without|missing|is (?:un)?set)|wenn .{1,60} nicht|außer|ohne|sonst|es sei denn|si no|a menos que|salvo que|sin|sauf|à moins|sans|sinon|si .{1,60} (?:n'est|n'a|pas))";

/** Something goes wrong under a condition that can be avoided. */
const trap = wordPattern(`${failing}.*(?<!\\p{L})${conditions}`, `${conditions}.*(?<!\\p{L})${failing}`);
const needed = /(?:needs?|requires?|braucht|necesita|nécessite)\s.*(?:[A-Z][A-Z0-9]*_[A-Z0-9_]+|--[a-z])/;
const conditional = wordPattern("unless|otherwise|sonst|es sei denn|a menos que|si no|sauf si|sinon");
/** What stays wrong until something is done. */
const exception = wordPattern("(?:stays|remains|keeps|gets|goes|bleibt|sigue|reste) .{1,80} unless .+");
/** A name that only software has: a variable of the environment, a flag, a path, a file. */
const technicalName = /[A-Z][A-Z0-9]*_[A-Z0-9_]+|(?:^|\s)--?[a-z][\w-]+|\S+\/\S+|\b\w+\.\w{1,4}\b|\b\w+:\w+/;

export const warning =
  /^(?:(?:and|oh|by the way|also|but|und|y|et)[, ]+)*(?:careful|attention|beware|watch out|gotcha|trap|caveat|warning|heads[- ]?up|note that|don't forget|good to know|one trap|vorsicht|achtung|ojo|cuidado|attention)(?!\p{L})/iu;

const owners = wordPattern(
  "owns|maintains|belongs to|gehört|pertenece a|appartient à|wartet|mantiene|maintient|looks after|(?:is|are) (?:responsible|in charge|the owners?|the maintainers?|the contact)|is owned by|ist (?:zuständig|verantwortlich)|verantwortet|es (?:responsable|el dueño|la dueña)|s'occupe de|est responsable",
);
const measures =
  "(?:capped|expires?|interval|ttl|per|every|size|length|weight|budget|ports?|limits?|max|maximum|at most|at least|up to|minimum|deadline|timeout|baud|hz|khz|mhz|fps|ticks?|rate|quota|budget|threshold|retention|cidr|subnet|region|bucket|endpoint|hostname|url|version|resolution|quality|time ?zone|mp|megapixels?|mb|gb|kb|tb|ms|px|percent|rows?|items?|characters?|chars|photos?|files?|requests?|users?|seconds?|minutes?|hours?|days?|weeks?|months?|years?|january|february|march|april|may|june|july|august|september|october|november|december|höchstens|maximal|mindestens|grenze|frist|sekunden?|minuten?|stunden?|tage?n?|wochen?|zeichen|dauert|máximo|mínimo|límite|plazo|puerto|segundos?|minutos?|horas?|días?|semanas?|fotos?|caracteres|limite|délai|secondes?|minutes|heures?|jours?|semaines?|caractères)";
const value =
  "(?:\\d[\\d.,:/ ]*\\d|\\d|one|two|three|four|five|six|seven|eight|nine|ten|twelve)(?:\\s?(?:k|m|g|mp|mb|gb|kb|ms|s|h|%))?";
const measured = wordPattern(
  `${measures}(?:\\s\\S+){0,6}?[\\s:=]+${value}`,
  `${value}(?:\\s\\S+){0,3}?[\\s-]*${measures}`,
);
/** A time of day, an address, a name with digits or dashes in a place. */
const located =
  /(?<!\p{L})(?:at|um|a las|à)\s\d{1,2}[:h]\d\d|\d+\.\d+\.\d+\.\d+|(?<!\p{L})(?:is|are|lives?|runs?|listens?|kept|stored|liegt|liegen|está|están|se trouve)\s(?:in|at|on|under|auf|en|sur|dans)\s(?:the\s)?(?:\w+\s)?(?:\w+[-./:][\w./:-]+|\w*\d\w*)/iu;
const decimalValue = /(?<![\w.])\d+\.\d+(?![\w.])/;

/** Asks to keep it in mind. */
export const remember = wordPattern(
  "remember|keep in mind|don't forget|for the record|fyi|merk dir|denk daran|recuerda|acuérdate|souviens-toi|rappelle-toi|n'oublie pas|nicht vergessen|no olvides",
);

const open = wordPattern(
  ...[
    "todo",
    "to do",
    "to-do",
    "still (?:open|missing|to do|pending|needed|not done)",
    "left (?:open|for later)",
    "pending",
  ],
  ...[
    "not (?:yet )?(?:done|handled|implemented|finished|covered)(?: yet)?",
    "missing(?= ?:| is)",
    "remaining",
    "for later",
  ],
  ...["(?:someone|somebody) (?:\\p{L}+ )?(?:has to|must|needs to|should|still)", "later we (?:must|need|have)"],
  ...["at some point", "follow-?ups?", "(?:must|needs to|has to|have to) still be", "somebody must", "remains to be"],
  ...[
    "we still need",
    "still (?:has|have|needs?) to",
    "yet to be",
    "outstanding",
    "backlog",
    "leftover",
    "remind me",
    "parked",
  ],
  ...[
    "haven't (?:done|added|written|handled|covered)",
    "hasn't been",
    "postponed",
    "deferred",
    "another day",
    "next time",
  ],
  ...[
    "ausstehend",
    "aufgeschoben",
    "später noch",
    "fehlen noch",
    "más adelante",
    "aún no",
    "todavía (?:no|falta)",
    "plus tard",
  ],
  ...["pas encore", "reporté", "manque encore"],
  ...["offen", "noch zu tun", "steht noch aus", "fehlt noch", "noch offen", "muss noch", "müssen noch"],
  ...["pendientes?", "queda(?:n)? por", "falta(?:n)? (?:por )?", "por hacer"],
  ...["reste(?:nt)? à faire", "il reste(?: à)?", "à faire", "en suspens"],
);
const openLabel = /^(?:and |und |y |et )?(?:open|offen|pendiente|missing)\s?(?:is|bleibt)?:/iu;

const nextStep =
  /^(?:and |then )?(?:(?:the |our |my )?next(?: step| steps| up| task| thing)?(?: is| are)?\s?[:,]|(?:the |our )?next(?: step| up| task| thing)?(?: is| are| will be)\s|(?:der )?nächste[rs]? schritt(?: ist)?|als nächstes|(?:el )?(?:siguiente|próximo) paso(?: es)?|(?:la )?prochaine étape(?: est)?|ensuite|(?:tomorrow|after that|then|up next|afterwards)[,:]? (?:we|i|it|comes|continue|the)|(?:we|i)(?:'ll| will)? (?:continue|go on|carry on|proceed|start next) with|(?:the )?plan (?:is|for)|(?:morgen|danach|weiter)(?: geht es)?(?: mit|:)|(?:mañana|después|seguimos con|luego)|(?:demain|on continue avec|on enchaîne))/iu;

const finished = wordPattern(
  ...[
    "works?",
    "working",
    "is (?:now )?(?:done|complete|completed|finished|ready|live|stable|applied|published|merged|up)",
  ],
  ...[
    "are (?:now )?(?:done|complete|finished|ready|live)",
    "(?:all )?\\p{L}* ?tests? (?:pass|passes|are green)",
    "passes",
    "pass",
  ],
  ...[
    "fixed",
    "solved",
    "resolved",
    "behoben",
    "arreglad[oa]",
    "corrigée?",
    "implemented",
    "shipped",
    "deployed",
    "published",
    "released",
    "completed",
    "finished",
  ],
  ...[
    "fertig",
    "(?:läuft|laufen)(?! (?:mit|auf|über|in))",
    "funktioniert",
    "funktionieren",
    "erledigt",
    "abgeschlossen",
    "grün",
  ],
  ...["terminad[oa]s?", "funcionan?", "completad[oa]s?", "list[oa]s?"],
  ...["terminée?s?", "fonctionnent?", "prête?s?", "passent"],
);
const unfinished = wordPattern(
  "not|n't|no longer|cannot|without|fails?|failing|broken|nicht|kein|noch|no|sin|pas|ne|aucun|still|yet|wip",
);

/** The choice and what was not chosen: "MDX, not Markdoc". */
const contrast =
  /[\p{L}\p{N}"')`]\s?[,;]\s?(?:not|nicht|no|pas)\s(?:the |an? |per |by |in |with |de |la |le )?[\p{L}\p{N}@][\p{L}\p{N}@._-]*(?=$|[\s.,;!])/iu;
const itIs = /^(?:\S+\s+){1,6}it is(?:[.,;!]|$)/i;
/** How it is from this session on: "Amounts are BigDecimal now". */
const nowIs = /(?:^|\s)(?:is|are|lives?|uses?|goes|runs?)\s.{1,60}\snow(?:[.,;!]|$)/i;
/** One short sentence that decides the sentence before it. */
export const confirmation =
  /^(?:(?:that's|that is|this is|it's|c'est|das ist|eso es)\s)?(?:final|decided|settled|agreed|fixed|beschlossen|entschieden|decidido|décidé)(?:[.,!]|$)/iu;

/** Something goes wrong every time: that is a report. */
const malfunction = wordPattern("hangs?|fails?|crash(?:es)?|breaks?|freezes?|times? out|schlägt fehl|falla|échoue");
const standingRule = wordPattern(...standing);
const choice = wordPattern(...choices);

/** The kinds with their rules, the surest first: a sentence has the kind of the first rule that it fits. */
export const kindRules: readonly {
  readonly about: StatementKind;
  readonly by: "anyone" | "person" | "agent";
  fits(sentence: string): boolean;
}[] = [
  { about: "next", by: "anyone", fits: (sentence) => nextStep.test(sentence) },
  { about: "task", by: "anyone", fits: (sentence) => open.test(sentence) || openLabel.test(sentence) },
  {
    about: "trap",
    by: "anyone",
    fits: (sentence) =>
      trap.test(sentence) ||
      (needed.test(sentence) && conditional.test(sentence)) ||
      (conditional.test(sentence) && technicalName.test(sentence)) ||
      exception.test(sentence) ||
      (warning.test(sentence) && technicalName.test(sentence)),
  },
  { about: "preference", by: "person", fits: (sentence) => standingRule.test(sentence) && !malfunction.test(sentence) },
  {
    about: "decision",
    by: "anyone",
    fits: (sentence) => choice.test(sentence) || contrast.test(sentence) || itIs.test(sentence) || isNew(sentence),
  },
  { about: "fact", by: "anyone", fits: isFact },
  { about: "outcome", by: "agent", fits: (sentence) => finished.test(sentence) && !unfinished.test(sentence) },
];

const isNew = (sentence: string) => nowIs.test(sentence) && !finished.test(sentence);

/** What somebody sees at this moment. */
const observed = wordPattern("(?:i|we) (?:get|got|have|see|saw|tried|ran|waited)|i'm|i am|it (?:took|takes)|for me");

function isFact(sentence: string): boolean {
  if (malfunction.test(sentence) || observed.test(sentence)) return false;
  return (
    owners.test(sentence) ||
    measured.test(sentence) ||
    located.test(sentence) ||
    decimalValue.test(sentence) ||
    (remember.test(sentence) && sentence.split(/\s+/).length > 4)
  );
}

export const isStandingRule = (sentence: string): boolean => standingRule.test(sentence);
